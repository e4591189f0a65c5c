import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  beginImport,
  checkPackage,
  confirmImport,
  packagePreview,
  PACKAGE_BYTES_MAX,
  PART_BYTES,
  uploadPart,
  type PackagePreview,
} from '../../../../src/features/tenants/contract/imports.ts';
import { organisations } from '../../../../src/features/tenants/contract/organisations.ts';
import { deletePackage, tasks, type Task } from '../../../../src/features/tenants/contract/tasks.ts';
import { OrganisationsPage } from '../../../../src/features/tenants/web/OrganisationsPage.tsx';
import { TasksPage } from '../../../../src/features/tenants/web/tasks/TasksPage.tsx';
import { aPortal, holdProof, named, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const may = { platform: ['open', 'change'] };
const KEY = 'ab'.repeat(32);
const checked: Task = {
  task_id: 't1',
  kind: 'import',
  state: 'checked',
  org_id: '2002',
  org_name: '清河二小',
  reason: '学校迁入',
  requested_by_name: '运营员',
  requested_at: '2026-11-20T18:00:00.000Z',
  own: true,
  progress: 100,
  facts: [],
  file_size: 9_000_000,
  file_until: '2026-11-23T18:01:00.000Z',
};
const uploading: Task = { ...checked, state: 'uploading', org_id: '', org_name: '二小.zip' };
const found: PackagePreview = {
  org_id: '2002',
  org_name: '清河二小',
  org_type: 2,
  parent_org_id: '1001',
  service_type: 2,
  service_until: '2027-08-31',
  protection_days: 30,
  made_at: '2026-11-20T08:00:00.000Z',
  rows: 1203,
  tables: [{ name: 'students', title: '学生', rows: 800 }],
  accounts: 900,
  objects: 12,
  log_seq: 340,
  log_findings: 0,
  present: 2,
  taken_logins: 0,
  taken_mobiles: 0,
  hindrances: [],
};
const list = (...items: Task[]) =>
  portal.answer(tasks, { total: items.length, items: JSON.parse(JSON.stringify(items)) as Task[] });
const card = async (name = '导入单位 · 清河二小') => within(await screen.findByRole('listitem', { name }));
/** A file of any size whose content is never held. */
const fileOf = (size: number, name = '二小.zip'): File => {
  const file = new File(['x'], name, { type: 'application/zip' });
  const slice = (from: number, to: number) => new Blob([new Uint8Array(Math.min(to, size) - from)]);
  return Object.defineProperties(file, { size: { value: size }, slice: { value: slice } });
};

beforeEach(() => holdProof());

async function openDialog() {
  portal.answer(organisations, { total: 0, items: [], features: [] });
  const { user } = show(<OrganisationsPage />, { may });
  await user.click(await screen.findByRole('button', { name: named('导入单位') }));
  const sheet = within(await screen.findByRole('dialog'));
  const choose = (file: File) => {
    const input = screen.getByRole('dialog').querySelector<HTMLInputElement>('.ant-upload-drag input[type=file]');
    return user.upload(input ?? expect.fail('there is no place for a file'), file);
  };
  return { user, sheet, choose };
}

it('asks for file, key and reason, uploads the file part by part, and has it checked', async () => {
  portal.answer(beginImport, uploading);
  portal.answer(uploadPart, { ok: true });
  portal.answer(checkPackage, { ...uploading, state: 'checking' });
  const { user, sheet, choose } = await openDialog();
  await user.click(sheet.getByRole('button', { name: '上传并检查' }));
  for (const text of ['请选择数据包', '请填写传输密钥']) expect(await sheet.findByText(text)).toBeVisible();
  expect(portal.requests(beginImport)).toEqual([]);
  await choose(fileOf(PART_BYTES + 5));
  expect(sheet.getByText('8.0 MB')).toBeVisible();
  await user.type(sheet.getByLabelText('传输密钥'), KEY);
  await user.type(sheet.getByLabelText('原因'), '学校迁入');
  await user.dblClick(sheet.getByRole('button', { name: '上传并检查' }));
  await waitFor(() => expect(portal.requests(checkPackage).length).toBe(1));
  expect(portal.requests(beginImport)).toMatchObject([
    { body: { file_name: '二小.zip', size: PART_BYTES + 5, reason: '学校迁入' } },
  ]);
  expect(portal.requests(uploadPart).map(({ params }) => params)).toEqual([
    { id: 't1', part: '0' },
    { id: 't1', part: '1' },
  ]);
  expect(portal.requests(checkPackage)[0]).toMatchObject({ params: { id: 't1' }, body: { key: KEY } });
});

it('goes on with the part that failed, and removes what nobody goes on with', async () => {
  portal.answer(beginImport, uploading);
  portal.answer(uploadPart, refusal('PSY_CONFLICT', { message: '这一段没有存下' }));
  portal.answer(deletePackage, { ok: true });
  const { user, sheet, choose } = await openDialog();
  await choose(fileOf(5));
  await user.type(sheet.getByLabelText('传输密钥'), KEY);
  await user.type(sheet.getByLabelText('原因'), '学校迁入');
  await user.click(sheet.getByRole('button', { name: '上传并检查' }));
  expect(await sheet.findByText('这一段没有存下')).toBeVisible();
  portal.answer(uploadPart, { ok: true });
  portal.answer(checkPackage, refusal('PSY_CONFLICT', { message: '文件还没有上传完' }));
  await user.click(sheet.getByRole('button', { name: '继续上传' }));
  expect(await sheet.findByText('文件还没有上传完')).toBeVisible();
  expect(portal.requests(beginImport).length).toBe(1);
  await user.click(sheet.getByRole('button', { name: named('取消') }));
  await waitFor(() => expect(portal.requests(deletePackage)).toMatchObject([{ params: { id: 't1' } }]));
});

it('sends a file that is too large to the command', async () => {
  const { choose } = await openDialog();
  await choose(fileOf(PACKAGE_BYTES_MAX + 1));
  expect(await screen.findByText(/文件超过 4.0 GB/)).toBeVisible();
});

it('shows what a package holds before it is imported, and says how to go on afterwards', async () => {
  list(checked);
  portal.answer(packagePreview, found);
  portal.answer(confirmImport, { ...checked, state: 'working' });
  const { user } = show(<TasksPage />, { may });
  await user.click((await card()).getByRole('button', { name: '查看并导入' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(await sheet.findByText('1203 行，900 个账号，12 个附件，操作记录 340 条')).toBeVisible();
  expect(sheet.getByText(/^正式服务，至 2027-08-31，保护期 30 天$/)).toBeVisible();
  expect(sheet.getByText('1001 不在这里，导入后没有上级，可以再设置')).toBeVisible();
  expect(sheet.getByText(/2 个账号这里已有/)).toBeVisible();
  expect(sheet.getByText('students')).toBeVisible();
  list({
    ...checked,
    state: 'done',
    facts: [{ label: '行数', value: '1203' }],
  });
  await user.dblClick(sheet.getByRole('button', { name: named('导入') }));
  await waitFor(() => expect(portal.requests(confirmImport).length).toBe(1));
  expect(portal.requests(confirmImport)[0]).toMatchObject({ params: { id: 't1' }, body: { rename_taken: false } });
  expect((await card()).getByText(/导入完成，单位处于暂停状态/)).toBeVisible();
  expect((await card()).getByRole('link', { name: '去单位管理恢复服务' })).toBeVisible();
});

it('asks before accounts get other names', async () => {
  list(checked);
  portal.answer(packagePreview, { ...found, taken_logins: 3, taken_mobiles: 1 });
  portal.answer(confirmImport, { ...checked, state: 'working' });
  const { user } = show(<TasksPage />, { may });
  await user.click((await card()).getByRole('button', { name: '查看并导入' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(await sheet.findByText('3 个账号的登录名、1 个账号的手机号在这里已属于别人。')).toBeVisible();
  expect(sheet.getByRole('button', { name: named('导入') })).toBeDisabled();
  await user.click(sheet.getByRole('checkbox'));
  await user.click(sheet.getByRole('button', { name: named('导入') }));
  await waitFor(() =>
    expect(portal.requests(confirmImport)).toMatchObject([{ params: { id: 't1' }, body: { rename_taken: true } }]),
  );
});

it('offers no import of what cannot be imported, with what to do', async () => {
  list(checked);
  portal.answer(packagePreview, {
    ...found,
    hindrances: [
      { kind: 'exists', about: '青禾中学' },
      { kind: 'newer', about: '170 / 161' },
    ],
  });
  const { user } = show(<TasksPage />, { may });
  await user.click((await card()).getByRole('button', { name: '查看并导入' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(await sheet.findByText('这个编号在这里已是“青禾中学”')).toBeVisible();
  expect(sheet.getByText(/数据包来自更新的版本（170 \/ 161）/)).toBeVisible();
  expect(sheet.queryByRole('button', { name: named('导入') })).toBeNull();
});

it('takes another key for a file that is there', async () => {
  list({ ...uploading, problem: '传输密钥不是这份数据包的' });
  portal.answer(checkPackage, { ...uploading, state: 'checking' });
  const { user } = show(<TasksPage />, { may });
  const own = await card('导入单位 · 二小.zip');
  expect(own.getByText('传输密钥不是这份数据包的')).toBeVisible();
  await user.type(own.getByLabelText('传输密钥'), KEY);
  await user.click(own.getByRole('button', { name: named('检查') }));
  await waitFor(() => expect(portal.requests(checkPackage)[0]).toMatchObject({ body: { key: KEY } }));
});

it('offers nothing of it to another operator', async () => {
  list({ ...checked, own: false });
  show(<TasksPage />, { may });
  const others = await card();
  expect(others.getByText(/只能由上传数据包的人继续/)).toBeVisible();
  expect(others.queryByRole('button')).toBeNull();
});
