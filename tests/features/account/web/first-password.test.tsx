import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changePassword } from '../../../../src/features/account/contract.ts';
import { putPreference } from '../../../../src/platform/crud/contract/preferences.ts';
import { call } from '../../../../src/platform/http/web/call.ts';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { userInfo } from '../../../../src/platform/identity/contract.ts';
import { notifyFailure } from '../../../../src/platform/session/web/notify-failure.ts';
import { freshBrowser, holdSession, visit } from '../../../app/web/portal-page.tsx';
import { staff } from '../../../support/msw-data.ts';
import { NO_NETWORK, portalServer, refusal } from '../../../support/msw.ts';

const portal = portalServer();
const initial = staff({ must_change_password: true });
const OWN = 'Tidal-maple-47';

beforeAll(() => portal.listen());
beforeEach(() => {
  freshBrowser(portal, initial);
  portal.answer(changePassword, () => {
    portal.answer(userInfo, staff());
    return { ok: true as const };
  });
});
afterAll(() => portal.close());

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
async function signIn(address: Parameters<typeof visit>[0] = '/login') {
  const view = visit(address);
  fireEvent.change(await screen.findByLabelText('账号'), { target: { value: 'o2001r4' } });
  type('密码', 'abcd-efgh-jkmn');
  await view.user.click(screen.getByRole('button', { name: /登\s?录/ }));
  await screen.findByRole('heading', { name: '设置自己的密码' });
  return view;
}
async function fill({ user }: ReturnType<typeof visit>, own = OWN, repeat = own) {
  await screen.findByLabelText('新密码');
  type('新密码', own);
  type('再次输入新密码', repeat);
  // While it moves away, the picture of the last try is part of the name.
  await user.click(await screen.findByRole('button', { name: /保存并继续$/ }));
}

describe('the first sign-in with an initial password', () => {
  it('asks for an own password, without the initial one again, and goes on to where the person wanted', async () => {
    const view = await signIn({ pathname: '/login', state: { from: '/org-manage/structure' } });
    expect(screen.queryByLabelText('初始密码')).toBeNull();
    await fill(view);
    await waitFor(() => expect(view.path()).toBe('/org-manage/structure'));
    expect(portal.requests(changePassword)[0]?.body).toEqual({
      old_password: 'e1da1ff2a2f88a361c106c89d6238d43',
      new_password: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('cannot be left to another page of the portal, and asks for the initial password after a reload', async () => {
    holdSession(portal);
    const view = visit('/org-manage/structure');
    await screen.findByLabelText('初始密码');
    expect(view.path()).toBe('/login');
    await fill(view);
    expect(await screen.findByText('请输入初始密码')).toBeVisible();
    expect(portal.requests(changePassword)).toEqual([]);
    type('初始密码', 'abcd-efgh-jkmn');
    await fill(view);
    await waitFor(() => expect(view.path()).toBe('/org-manage/structure'));
  });

  it('shows errors at their fields, and sends nothing that is incomplete', async () => {
    const view = await signIn();
    await fill(view, 'short');
    expect(await screen.findByText('密码至少 8 个字符')).toBeVisible();
    await fill(view, OWN, 'other');
    expect(await screen.findByText('两次输入的密码不一致')).toBeVisible();
    expect(portal.requests(changePassword)).toEqual([]);
    const details = [{ field: '/new_password', message: '这个密码太常见，容易被猜到，请换一个' }];
    portal.answer(changePassword, refusal('PSY_INVALID_INPUT', { details }));
    await fill(view);
    expect(await screen.findByText('这个密码太常见，容易被猜到，请换一个')).toBeVisible();
    const wrong = [{ field: '/old_password', message: '原密码不正确' }];
    portal.answer(changePassword, refusal('PSY_INVALID_INPUT', { details: wrong }));
    await fill(view);
    await waitFor(() => expect(screen.getByLabelText('初始密码')).toHaveFocus());
    expect(screen.getByText('原密码不正确')).toBeVisible();
  });

  it('keeps the input without a network, and does not change it twice', async () => {
    const view = await signIn();
    portal.answer(changePassword, NO_NETWORK);
    await fill(view);
    expect(await screen.findByText('网络错误！')).toBeVisible();
    expect(screen.getByLabelText('新密码')).toHaveValue(OWN);
    portal.answer(changePassword, () => {
      portal.answer(userInfo, NO_NETWORK);
      return { ok: true as const };
    });
    await fill(view);
    await waitFor(() => expect(portal.requests(changePassword)).toHaveLength(2));
    portal.answer(userInfo, staff());
    await fill(view);
    await waitFor(() => expect(view.path()).toBe('/index'));
    expect(portal.requests(changePassword)).toHaveLength(2);
  });

  it('returns to the sign-in when its session has ended', async () => {
    const view = await signIn();
    portal.answer(changePassword, refusal('AC_AUTH_INVALID_TOKEN'));
    await fill(view);
    expect(await screen.findByText('登录已过期或账号已在其他地方登录，请重新登录')).toBeVisible();
    expect([view.path(), sessionStore.session()]).toEqual(['/login', undefined]);
  });

  it('is asked for by a refused call of an open page', async () => {
    freshBrowser(portal);
    holdSession(portal);
    const view = visit('/org-manage/structure');
    await screen.findByRole('navigation', { name: '主菜单' });
    portal.answer(userInfo, initial);
    portal.answer(putPreference, refusal('PSY_PASSWORD_INITIAL'));
    await call(putPreference, { params: { key: 'list.class' }, body: { value: {} } }).catch(notifyFailure);
    expect(await screen.findByLabelText('初始密码')).toBeVisible();
    expect(view.path()).toBe('/login');
  });
});
