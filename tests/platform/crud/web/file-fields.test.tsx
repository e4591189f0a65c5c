import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { getPreference } from '../../../../src/platform/crud/contract/preferences.ts';
import { ResourcePage } from '../../../../src/platform/crud/web/ResourcePage.tsx';
import { WRONG_FORMAT } from '../../../../src/platform/media/attachments.ts';
import { finishUpload, uploadToken, type Attachment } from '../../../../src/platform/media/contract/media.ts';
import { referringRows } from '../../../../src/platform/resources/contract/references.ts';
import type { Row } from '../../../../src/platform/resources/contract/resource.ts';
import { aPortal, entityOf, named, schemaOf, show } from '../../../support/component.tsx';
import { NEVER, refusal } from '../../../support/msw.ts';
// Parts that the portal loads later are preloaded, so that no test waits for a file to be read.
import '../../../../src/platform/crud/web/form/SchemaForm.tsx';
import '../../../../src/platform/crud/web/show/ShowDialog.tsx';
import '../../../../src/platform/crud/web/shown-as/ViewContent.tsx';
import '../../../../src/platform/media/web/FilesCell.tsx';
import '../../../../src/platform/media/web/FilesControl.tsx';
import '../../../../src/platform/media/web/FilesValue.tsx';

const portal = aPortal();
const [ENTER, RIGHT, DOWN] = [13, 39, 40];
// The DOM of tests has no addresses for files.
URL.createObjectURL = () => 'blob:test';
URL.revokeObjectURL = () => undefined;
const place = (order: number) => ({ 'x-list': { order }, 'x-form': { on: ['create', 'edit'], order } });
const schema = schemaOf({
  $id: 'mural',
  title: '墙绘',
  type: 'object',
  'x-resource': {
    path: '/v1/portal/x/mural',
    table: 'tenant_rows',
    area: 'own-resource',
    id: 'mural_id',
    label: 'subject',
    sort: 'subject',
    help: '',
    icon: 'table',
    acts: ['create', 'update', 'delete'],
    views: [
      { key: 'wall', title: '图库', kind: 'gallery', by: 'photos' },
      { key: 'levels', title: '层级', kind: 'tree', by: 'part_of' },
    ],
  },
  required: ['subject'],
  properties: {
    mural_id: { type: 'string', title: '编号', readOnly: true },
    updated_at: { type: 'string', title: '更新时间', format: 'date-time', readOnly: true },
    subject: { type: 'string', title: '主题', maxLength: 40, ...place(1) },
    photos: { type: 'array', title: '照片', 'x-kind': 'picture', maxItems: 2, 'x-tenant': true, ...place(2) },
    papers: {
      type: 'array',
      title: '材料',
      'x-kind': 'file',
      maxItems: 1,
      'x-formats': ['pdf'],
      'x-max-mb': 1,
      'x-tenant': true,
      ...place(3),
    },
    part_of: { type: 'string', title: '属于', 'x-kind': 'row', 'x-of': 'mural', 'x-tenant': true },
  },
});
const { calls } = entityOf(schema);
const file = (id: string, name: string, type: 1 | 5 = 1): Attachment => ({
  media_info_id: `m-${id}`,
  file_id: id,
  media_type: type,
  media_name: name,
  media_for: 5,
  file_size: 9,
  play_url: `/objects/${id}`,
  ...(type === 1 && { thumb_url: `/objects/${id}-small` }),
});
const SEEN = '2026-11-01T01:00:00.000Z';
const row = (id: string, subject: string, more: Row = {}): Row => ({
  mural_id: id,
  subject,
  updated_at: SEEN,
  ...more,
});
const sea = row('a', '海', {
  photos: ['f1', 'f2'],
  'photos:files': [file('f1', '海一.png'), file('f2', '海二.png')],
  papers: ['f3'],
  'papers:files': [file('f3', '说明.pdf', 5)],
});
const all = [sea, row('b', '鱼', { part_of: 'a' }), row('c', '船')];
const visit = (at = '/', may = ['open', 'create', 'update', 'delete']) =>
  show(<ResourcePage name="mural" />, { may: { 'own-resource': may }, schemas: { mural: schema }, at });
const holds = (rows: readonly Row[]) => portal.answer(calls.list, { total: rows.length, items: [...rows] });
const TOKEN = {
  host: '/objects',
  access_id: 'k',
  policy: 'p',
  signature: 's',
  file_name: 'incoming/2001/f9-x',
  fields: { key: 'incoming/2001/f9-x' },
  expires_at: SEEN,
};
const uploads = () => {
  portal.answer(uploadToken, TOKEN);
  portal.answer(finishUpload, ({ body }) => ({
    file_id: 'f9',
    file_name: TOKEN.file_name,
    file_name_old: '新.png',
    media_type: 1 as const,
    file_size: (body as { file_size: number }).file_size,
  }));
};
const picture = (name = '新.png') => new File(['picture'], name, { type: 'image/png' });
/** The element that a file dialog fills; the button of the same name opens it. */
const choose = (title: string, chosen: readonly File[]) =>
  fireEvent.change(screen.getByLabelText(`添加${title}`, { selector: 'input' }), { target: { files: chosen } });
const press = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name: named(name) });

beforeEach(() => {
  portal.answer(getPreference, refusal('PSY_NOT_FOUND', { status: 404 }));
  portal.answer(referringRows, { total: 0, items: [] });
  holds(all);
});

describe('a form with files', () => {
  it('uploads at once and sends the ids with the row, in their order', async () => {
    portal.answer(calls.get, sea);
    portal.answer(calls.update, sea);
    uploads();
    const { user } = visit('/?edit=a');
    const list = await screen.findByRole('list', { name: '照片' });
    expect(within(list).getAllByRole('button', { name: /^查看图片/ })).toHaveLength(2);
    expect(screen.getByRole('button', { name: '添加照片' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: '移除 海一.png' }));
    choose('照片', [picture()]);
    await screen.findByRole('button', { name: '查看图片 新.png' });
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await user.click(press('保存'));
    await waitFor(() => expect(portal.requests(calls.update)).toHaveLength(1));
    expect(portal.requests(calls.update)[0]?.body).toEqual({ photos: ['f2', 'f9'], updated_at: SEEN });
  });

  it('is not sent before all files are there, and says why a file is not taken', async () => {
    portal.answer(uploadToken, NEVER);
    const { user } = visit('/?create=1');
    await user.type(await screen.findByRole('textbox', { name: /主题/ }), '山');
    choose('照片', [picture()]);
    expect(await screen.findByRole('progressbar', { name: '正在上传 新.png' })).toBeVisible();
    await user.click(press('保存'));
    expect(await screen.findByText('有文件没有传完或没有传成，请等待、重试或移除')).toBeVisible();
    expect(portal.requests(calls.create)).toEqual([]);
    await user.click(screen.getByRole('button', { name: '取消上传 新.png' }));

    // Refused by the content; the words of the server are about attachments of texts.
    portal.answer(uploadToken, refusal('PSY_INVALID_INPUT', { message: WRONG_FORMAT }));
    choose('照片', [picture()]);
    expect(await screen.findByText('文件的内容与它的格式不符，不能使用')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '移除 新.png' }));

    // Refused by name and size, before anything is sent.
    choose('照片', [new File(['%PDF'], 'a.pdf', { type: 'application/pdf' })]);
    expect(await screen.findByText(/没有添加：a.pdf：“照片”只能放 PNG、JPEG 格式的文件/)).toBeVisible();
    choose('材料', [new File([new Uint8Array(1024 * 1024 + 1)], 'b.pdf', { type: 'application/pdf' })]);
    expect(await screen.findByText(/没有添加：b.pdf：“材料”的每个文件不能超过 1 MB/)).toBeVisible();
    choose('材料', [new File(['x'], 'c.pdf', { type: 'application/pdf' }), new File(['x'], 'd.pdf')]);
    expect(await screen.findByText(/没有添加：“材料”最多 1 个/)).toBeVisible();
  });
});

describe('rows with files', () => {
  it('show small pictures and names in a list, and all files in the details', async () => {
    portal.answer(calls.get, sea);
    visit('/?show=a');
    const details = within(await screen.findByRole('dialog'));
    expect(await details.findByRole('button', { name: '查看图片 海二.png' })).toBeVisible();
    expect(details.getByRole('button', { name: '下载 说明.pdf' })).toBeVisible();
    const small = screen.getByRole('img', { name: '海一.png', hidden: true });
    expect(small.querySelector('img')).toHaveAttribute('src', '/objects/f1-small');
  });

  it('stand in a gallery with their first picture, which opens the details', async () => {
    portal.answer(calls.get, sea);
    const { user } = visit('/?view-as=wall');
    const tile = await screen.findByRole('button', { name: '共 2 张图片 海' });
    expect(tile.querySelector('img')).toHaveAttribute('src', '/objects/f1-small');
    expect(within(tile).getByLabelText('共 2 张图片')).toBeVisible();
    expect(screen.getByRole('button', { name: '船' }).querySelector('img')).toBeNull();
    tile.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('say that there are none, in a gallery and in a tree', async () => {
    holds([]);
    for (const view of ['wall', 'levels']) {
      visit(`/?view-as=${view}`);
      expect(await screen.findByText('暂无墙绘')).toBeVisible();
      cleanup();
    }
  });

  it('stand in a tree below the row that they name, and arrow keys open it', async () => {
    portal.answer(calls.get, all[1] ?? {});
    visit('/?view-as=levels');
    await screen.findByRole('tree', { name: '层级' });
    expect(screen.getByText('船')).toBeVisible();
    expect(screen.queryByText('鱼')).toBeNull();
    // Where the tree hears its keys, by their old codes.
    const keys = screen.getByLabelText('for screen reader');
    keys.focus();
    const hit = (which: number) => fireEvent.keyDown(keys, { which, keyCode: which });
    hit(DOWN);
    hit(RIGHT);
    expect(await screen.findByText('鱼')).toBeVisible();
    hit(DOWN);
    hit(ENTER);
    await waitFor(() => expect(portal.requests(calls.get).at(-1)?.params).toEqual({ id: 'b' }));
  });
});
