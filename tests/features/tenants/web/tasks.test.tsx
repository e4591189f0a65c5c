import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { organisations, type Organisation } from '../../../../src/features/tenants/contract/organisations.ts';
import {
  deletePackage,
  exportOrganisation,
  packageKey,
  tasks,
  type Task,
} from '../../../../src/features/tenants/contract/tasks.ts';
import { OrganisationsPage } from '../../../../src/features/tenants/web/OrganisationsPage.tsx';
import { TasksPage } from '../../../../src/features/tenants/web/tasks/TasksPage.tsx';
import { aPortal, holdProof, named, show } from '../../../support/component.tsx';

const portal = aPortal();
const may = { platform: ['open', 'change'] };
const ready: Task = {
  task_id: 't1',
  kind: 'export',
  state: 'ready',
  org_id: '2001',
  org_name: '青禾中学',
  reason: '学校换平台',
  requested_by_name: '运营员',
  requested_at: '2026-11-20T18:00:00.000Z',
  own: true,
  progress: 100,
  facts: [{ label: '行数', value: '24451' }],
  ended_at: '2026-11-20T18:01:00.000Z',
  file_size: 3_145_728,
  file_sha256: 'ab',
  file_until: '2026-11-23T18:01:00.000Z',
};
const school: Organisation = {
  org_id: '2001',
  org_name: '青禾中学',
  org_type: 2,
  service_type: 2,
  service_stage: 'formal',
  protection_days: 30,
  features: [],
  accounts: [],
};
const answer = (...items: Task[]) =>
  portal.answer(tasks, { total: items.length, items: JSON.parse(JSON.stringify(items)) as Task[] });
const card = async (name = '导出单位 · 青禾中学') => within(await screen.findByRole('listitem', { name }));

beforeEach(() => holdProof());

it('asks for the export of an organisation with a reason, and leads to its task', async () => {
  portal.answer(organisations, { total: 1, items: [school], features: [] });
  portal.answer(exportOrganisation, { ...ready, state: 'working' });
  const { user } = show(<OrganisationsPage />, { may });
  await user.click(await screen.findByRole('button', { name: named('导出') }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText(/平台和单位的操作记录都会记下这次导出/)).toBeVisible();
  await user.click(sheet.getByRole('button', { name: named('导出') }));
  expect(portal.requests(exportOrganisation)).toEqual([]);
  await user.type(sheet.getByRole('textbox'), '学校换平台');
  await user.dblClick(sheet.getByRole('button', { name: named('导出') }));
  await waitFor(() => expect(portal.requests(exportOrganisation).length).toBe(1));
  expect(portal.requests(exportOrganisation)[0]).toMatchObject({
    params: { id: '2001' },
    body: { reason: '学校换平台' },
  });
});

it('shows how far a task is, and asks again until it is ready', async () => {
  const { file_size: _, file_sha256: __, file_until: ___, ended_at: ____, ...working } = ready;
  answer({ ...working, state: 'working', progress: 40, facts: [] });
  show(<TasksPage />, { may });
  const first = await card();
  expect(first.getByText('进行中')).toBeVisible();
  expect(first.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  expect(first.queryByRole('button')).toBeNull();
  answer(ready);
  expect(await screen.findByText('可下载', undefined, { timeout: 10_000 })).toBeVisible();
  expect((await card()).getByText('24451')).toBeVisible();
});

it('offers file and key to the person who requested it, and shows the key on request only', async () => {
  answer(ready);
  portal.answer(packageKey, { key: '00ff'.repeat(16) });
  const { user } = show(<TasksPage />, { may });
  const own = await card();
  expect(own.getByRole('button', { name: '下载数据包' })).toBeVisible();
  expect(own.getByText(/数据包 3\.0 MB，2026-11-24 02:01 自动删除/)).toBeVisible();
  expect(portal.requests(packageKey)).toEqual([]);
  await user.click(own.getByRole('button', { name: '查看传输密钥' }));
  expect(await own.findByText('00ff'.repeat(16))).toBeVisible();
});

it('offers nothing of it to another operator', async () => {
  answer({ ...ready, own: false });
  show(<TasksPage />, { may });
  const others = await card();
  expect(others.getByText(/只能由发起导出的人下载/)).toBeVisible();
  expect(others.queryByRole('button')).toBeNull();
});

it('deletes a package after a question, and says why a task failed', async () => {
  const { file_size: _, file_until: __, ...failed } = ready;
  answer(ready, { ...failed, task_id: 't2', org_name: '清河二小', state: 'failed', problem: '附件不在对象存储里' });
  portal.answer(deletePackage, { ok: true });
  const { user } = show(<TasksPage />, { may });
  expect((await card('导出单位 · 清河二小')).getByText('附件不在对象存储里')).toBeVisible();
  await user.click((await card()).getByRole('button', { name: '删除数据包' }));
  expect(portal.requests(deletePackage)).toEqual([]);
  const asked = within(await screen.findByRole('tooltip'));
  await user.click(asked.getByRole('button', { name: '删除数据包' }));
  await waitFor(() => expect(portal.requests(deletePackage).length).toBe(1));
});
