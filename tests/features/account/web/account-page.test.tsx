import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeAvatar, changeLoginName, removeAvatar } from '../../../../src/features/account/contract.ts';
import { mergedSchemas } from '../../../../src/platform/access/contract.ts';
import { getPreference, putPreference } from '../../../../src/platform/crud/contract/preferences.ts';
import { deleteView, ownViews, updateView, type OwnView } from '../../../../src/platform/crud/contract/views.ts';
import { userInfo } from '../../../../src/platform/identity/contract.ts';
import { WRONG_FORMAT } from '../../../../src/platform/media/attachments.ts';
import { uploadToken } from '../../../../src/platform/media/contract/media.ts';
import { freshBrowser, holdSession, visit } from '../../../app/web/portal-page.tsx';
import { schemaOf2001 } from '../../../platform/crud/web/support.tsx';
import { staff } from '../../../support/msw-data.ts';
import { portalServer, refusal } from '../../../support/msw.ts';
import '../../../../src/features/account/web/LoginNameDialog.tsx';

const portal = portalServer();
beforeAll(() => portal.listen());
afterAll(() => portal.close());
beforeEach(() => freshBrowser(portal));

async function open(user = staff()) {
  portal.answer(userInfo, user);
  holdSession(portal);
  const page = visit('/account-seeting');
  await screen.findByRole('heading', { name: '登录与安全' });
  return page;
}

describe('the login name on the account page', () => {
  it('is changed in a dialog that shows the rule and the refusal at the field, and then shown everywhere', async () => {
    const { user } = await open();
    expect(screen.getByText('登录名 o2001r4')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '修改登录名' }));
    const dialog = await screen.findByRole('dialog', { name: '修改登录名' });
    const field = within(dialog).getByLabelText('新登录名');
    await user.type(field, '2001-7{Enter}');
    expect(field).toBeInvalid();
    expect(portal.requests(changeLoginName)).toEqual([]);

    portal.answer(
      changeLoginName,
      refusal('PSY_INVALID_INPUT', { details: [{ field: '/login_name', message: '这个登录名不能使用' }] }),
    );
    await user.clear(field);
    await user.type(field, 'admin{Enter}');
    await within(dialog).findByText('这个登录名不能使用');
    expect(field).toHaveFocus();

    portal.answer(changeLoginName, { login_name: 'li.chao' });
    portal.answer(userInfo, staff({ login_name: 'li.chao' }));
    await user.clear(field);
    await user.type(field, ' li.chao {Enter}');
    await screen.findByText('登录名 li.chao');
    expect(portal.requests(changeLoginName).at(-1)?.body).toEqual({ login_name: 'li.chao' });
    expect(screen.getByText('登录名已改为 li.chao')).toBeInTheDocument();
  });

  it('is not offered to an authorised login or to people whom an organisation vouches for', async () => {
    await open(staff({ login_name: 'tmp-0a1b2c' }));
    expect(screen.getByRole('button', { name: /修改密码/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: '修改登录名' })).toBeNull();
    freshBrowser(portal);
    await open(staff({ vouched_for_by: '2001' }));
    expect(screen.queryByRole('button', { name: '修改登录名' })).toBeNull();
  });
});

describe('the appearance on the account page', () => {
  it('is chosen for this browser', async () => {
    const { user } = await open();
    expect(screen.getByText(/只在这个浏览器中有效/)).toBeVisible();
    await user.click(screen.getByText('深色'));
    expect(document.documentElement.dataset.theme).toBe('dark');
    await user.click(screen.getByText('跟随系统'));
    expect(document.documentElement.dataset.theme).toBe('light');
    expect(screen.getByRole('radio', { name: '中文' })).toBeChecked();
  });
});

describe('the picture on the account page', () => {
  it('is refused in another format or size before anything is sent, and removed after asking', async () => {
    const avatar = 'data:image/webp;base64,AAAA';
    const { user } = await open(staff({ avatar }));
    expect(document.querySelectorAll(`img[src="${avatar}"]`).length).toBeGreaterThan(0);
    const input = screen.getByLabelText('头像图片');
    fireEvent.change(input, { target: { files: [new File(['x'], '头像.gif', { type: 'image/gif' })] } });
    expect(await screen.findByRole('alert')).toHaveTextContent('头像必须是 PNG 或 JPEG 图片');
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], '头像.png', { type: 'image/png' });
    fireEvent.change(input, { target: { files: [large] } });
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('图片大小不能超过5MB。'));
    expect([...portal.requests(uploadToken), ...portal.requests(changeAvatar)]).toEqual([]);

    portal.answer(removeAvatar, { ok: true });
    portal.answer(userInfo, staff());
    await user.click(screen.getByRole('button', { name: '移除头像' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '移除头像' }));
    await screen.findByRole('button', { name: '上传头像' });
    expect(document.querySelector(`img[src="${avatar}"]`)).toBeNull();
  });

  it('is refused where the upload is', async () => {
    portal.answer(uploadToken, refusal('AC_TOO_MANY_REQUESTS', { message: '您上传了很多还没有保存的文件' }));
    await open();
    const file = new File(['picture'], '头像.png', { type: 'image/png' });
    fireEvent.change(screen.getByLabelText('头像图片'), { target: { files: [file] } });
    expect(await screen.findByRole('alert')).toHaveTextContent('您上传了很多还没有保存的文件');
    expect(portal.requests(uploadToken)[0]?.query).toEqual({ type: '1', file_name: '头像.png' });

    // A file that is no picture inside is refused by the server, in words for attachments of all kinds.
    portal.answer(uploadToken, refusal('PSY_INVALID_INPUT', { message: WRONG_FORMAT }));
    fireEvent.change(screen.getByLabelText('头像图片'), { target: { files: [file] } });
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('头像必须是 PNG 或 JPEG 图片'));
  });
});

describe('saved views on the account page', () => {
  const view: OwnView = {
    view_id: 'v1',
    resource: 'class',
    name: '初二班级',
    shared: true,
    filters: { grade: '8' },
    order: [],
    hidden: [],
    own: true,
    owner_name: '李超',
    updated_at: '2026-09-01T00:00:00Z',
    opens_first: false,
  };
  const act = async (user: UserEvent, name: string) => {
    await user.click(screen.getByRole('button', { name: /^视图“.+”的操作$/ }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };

  it('are opened, made the default, renamed and deleted', async () => {
    portal.answer(mergedSchemas, { version: '1', resources: { class: schemaOf2001 } });
    portal.answer(ownViews, { total: 1, items: [view] });
    portal.answer(getPreference, { value: { density: 'small' } });
    portal.answer(putPreference, { ok: true });
    const { user } = await open();
    const link = await screen.findByRole('link', { name: '初二班级' });
    expect(link).toHaveAttribute('href', '/org-manage/class?view-saved=v1');
    portal.answer(ownViews, { total: 1, items: [{ ...view, opens_first: true }] });
    await act(user, '设为默认');
    expect(await screen.findByText('默认')).toBeVisible();
    expect(portal.requests(putPreference).at(-1)).toMatchObject({
      params: { key: 'list-class' },
      body: { value: { density: 'small', opens_with: 'v1' } },
    });

    portal.answer(updateView, view);
    await act(user, '修改名称和共享');
    await user.type(screen.getByLabelText('视图名称'), '表{Enter}');
    await waitFor(() =>
      expect(portal.requests(updateView).at(-1)?.body).toEqual({
        name: '初二班级表',
        shared: true,
        filters: { grade: '8' },
        order: [],
        hidden: [],
      }),
    );
    portal.answer(deleteView, { ok: true });
    portal.answer(ownViews, { total: 0, items: [] });
    await screen.findByRole('link', { name: '初二班级' });
    await act(user, '删除');
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('其他人也不能再使用');
    await user.click(within(dialog).getByRole('button', { name: /删\s?除/ }));
    expect(await screen.findByText(/星形按钮/)).toBeVisible();
    expect(portal.requests(deleteView).at(-1)?.params).toEqual({ id: 'v1' });
  });
});
