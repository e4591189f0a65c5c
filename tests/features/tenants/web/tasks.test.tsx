import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveErasure,
  erasure,
  proposeErasure,
  refuseErasure,
  type Erasure,
} from '../../../../src/features/tenants/contract/erasures.ts';
import { organisations, type Organisation } from '../../../../src/features/tenants/contract/organisations.ts';
import {
  deletePackage,
  exportOrganisation,
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

it('offers the file to the person who requested it, and names the command of the server for its key', async () => {
  answer(ready);
  show(<TasksPage />, { may });
  const own = await card();
  expect(own.getByRole('button', { name: '下载数据包' })).toBeVisible();
  expect(own.getByText(/数据包 3\.0 MB，2026-11-24 02:01 自动删除/)).toBeVisible();
  expect(own.getByText('npm run org -- key t1')).toBeVisible();
  expect(own.queryByRole('button', { name: /密钥/ })).toBeNull();
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

const found: Erasure = {
  org_name: '青禾中学',
  rows: 1203,
  tables: [
    { name: 'students', title: '学生', rows: 1200 },
    { name: 'orgs', title: '单位', rows: 3 },
  ],
  objects: 7,
  log_seq: 42,
  open_warnings: 0,
  open_cases: 0,
  hindrances: [],
};
const proposed: Task = {
  task_id: 't9',
  kind: 'erase',
  state: 'proposed',
  org_id: '2001',
  org_name: '青禾中学',
  reason: '学校已迁出',
  requested_by_name: '运营员甲',
  requested_at: '2026-11-20T18:00:00.000Z',
  own: false,
  progress: 0,
  facts: [],
  approval: 'now',
};
const ERASE = '清除单位 · 青禾中学';

describe('proposing an erasure', () => {
  const open = async (answered: Partial<Erasure>) => {
    const suspended = { ...school, suspended_at: '2026-11-20T18:00:00.000Z', suspended_for: '合同到期' };
    portal.answer(organisations, { total: 1, items: [suspended], features: [] });
    portal.answer(erasure, { ...found, ...answered });
    portal.answer(proposeErasure, proposed);
    const { user } = show(<OrganisationsPage />, { may });
    await user.click(await screen.findByRole('button', { name: named('清除') }));
    return { user, sheet: within(await screen.findByRole('dialog')) };
  };

  it('shows what would go, and asks whether somebody follows open work up', async () => {
    const { user, sheet } = await open({ open_warnings: 1, open_cases: 2 });
    expect(await sheet.findByText(/将删除 2 张数据表中的 1203 行、7 个附件、42 条操作记录/)).toBeVisible();
    expect(sheet.getByText('学生')).toBeVisible();
    expect(sheet.getByText('students')).toBeVisible();
    expect(sheet.getByText('这个单位还有 1 条未核实的预警和 2 个未结的危机个案。')).toBeVisible();
    await user.click(sheet.getByRole('checkbox'));
    await user.type(sheet.getByRole('textbox'), '学校已迁出');
    await user.click(sheet.getByRole('button', { name: '提出清除' }));
    await waitFor(() => expect(portal.requests(proposeErasure).length).toBe(1));
    expect(portal.requests(proposeErasure)[0]?.body).toEqual({ reason: '学校已迁出', confirm_open_cases: true });
  });

  it('says what stands against it, and then offers nothing', async () => {
    const { sheet } = await open({ hindrances: [{ kind: 'holds', count: 1 }] });
    expect(await sheet.findByText('有 1 项依法保留没有解除：请恢复服务，由学校解除')).toBeVisible();
    expect(sheet.queryByRole('button', { name: '提出清除' })).toBeNull();
    expect(sheet.queryByRole('textbox')).toBeNull();
  });
});

describe('deciding on an erasure', () => {
  it('sends the typed name and the numbers that were shown, and no other name', async () => {
    answer(proposed);
    portal.answer(erasure, found);
    portal.answer(approveErasure, { ...proposed, state: 'working' });
    const { user } = show(<TasksPage />, { may });
    await user.click((await card(ERASE)).getByRole('button', { name: '批准并清除' }));
    const sheet = within(await screen.findByRole('dialog'));
    const name = await sheet.findByLabelText('请输入单位名称“青禾中学”');
    await user.type(name, '青禾一中');
    await user.click(sheet.getByRole('button', { name: '批准并清除' }));
    expect(await sheet.findByText('与单位名称不同')).toBeVisible();
    expect(portal.requests(approveErasure)).toEqual([]);
    await user.clear(name);
    await user.type(name, '青禾中学');
    await user.click(sheet.getByRole('button', { name: '批准并清除' }));
    await waitFor(() => expect(portal.requests(approveErasure).length).toBe(1));
    expect(portal.requests(approveErasure)[0]).toMatchObject({
      params: { id: 't9' },
      body: { org_name: '青禾中学', rows: 1203, confirm_open_cases: false },
    });
  });

  it('shows the open work of now, and sends that it is confirmed', async () => {
    answer(proposed);
    portal.answer(erasure, { ...found, open_warnings: 3, open_cases: 1 });
    portal.answer(approveErasure, { ...proposed, state: 'working' });
    const { user } = show(<TasksPage />, { may });
    await user.click((await card(ERASE)).getByRole('button', { name: '批准并清除' }));
    const sheet = within(await screen.findByRole('dialog'));
    expect(await sheet.findByText('这个单位还有 3 条未核实的预警和 1 个未结的危机个案。')).toBeVisible();
    await user.click(sheet.getByRole('checkbox'));
    await user.type(sheet.getByLabelText('请输入单位名称“青禾中学”'), '青禾中学');
    await user.click(sheet.getByRole('button', { name: '批准并清除' }));
    await waitFor(() => expect(portal.requests(approveErasure)[0]?.body).toMatchObject({ confirm_open_cases: true }));
  });

  it('is left to another operator by the proposer, who can take it back', async () => {
    answer({ ...proposed, own: true, approval: 'another' });
    portal.answer(refuseErasure, { ...proposed, state: 'refused' });
    const { user } = show(<TasksPage />, { may });
    const own = await card(ERASE);
    expect(own.getByText('须由另一位平台运营人员批准。')).toBeVisible();
    expect(own.queryByRole('button', { name: '批准并清除' })).toBeNull();
    await user.click(own.getByRole('button', { name: named('撤回') }));
    const sheet = within(await screen.findByRole('dialog'));
    await user.type(sheet.getByRole('textbox'), '学校还要核对');
    await user.click(sheet.getByRole('button', { name: named('撤回') }));
    await waitFor(() => expect(portal.requests(refuseErasure)[0]?.body).toEqual({ reason: '学校还要核对' }));
  });

  it('names the day from which an operator who is alone can approve', async () => {
    answer({ ...proposed, own: true, approval: 'later', approve_from: '2026-11-27T18:00:00.000Z' });
    show(<TasksPage />, { may });
    expect((await card(ERASE)).getByText(/2026-11-28 02:00 以后可以由本人批准/)).toBeVisible();
  });

  it('offers the proof once everything is gone, and says who approved', async () => {
    const decided = { decided_by_name: '运营员乙', decided_at: '2026-11-21T18:00:00.000Z' };
    const { approval: _, ...rest } = proposed;
    answer({ ...rest, ...decided, state: 'done', facts: [{ label: '行数', value: '1203' }] });
    show(<TasksPage />, { may });
    const done = await card(ERASE);
    expect(done.getByText('运营员乙 于 2026-11-22 02:00 批准')).toBeVisible();
    expect(done.getByRole('button', { name: '下载清除证明' })).toBeVisible();
    expect(done.queryByRole('progressbar')).toBeNull();
  });
});
