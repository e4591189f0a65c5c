import { screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { automationRuns } from '../../../../src/features/automations/contract.ts';
import { studioResource, studioResources } from '../../../../src/features/studio/contract.ts';
import { AutomationsDialog } from '../../../../src/features/studio/web/automations/AutomationsDialog.tsx';
import { PrintsDialog } from '../../../../src/features/studio/web/prints/PrintsDialog.tsx';
import { studio } from '../../../../src/features/studio/web/texts.zh.ts';
import { provideTexts } from '../../../../src/platform/i18n/web/texts.ts';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';
import { aPortal, button, schemaOf, show } from '../../../support/component.tsx';

// As the page of the studio does, in which the dialogs stand.
provideTexts({ studio });
const portal = aPortal();
const input = (order: number) => ({ 'x-list': { order }, 'x-form': { on: ['create', 'edit'], order } });
const own = (name: string, title: string, fields: object) =>
  schemaOf({
    $id: name,
    title,
    type: 'object',
    'x-resource': {
      path: `/v1/portal/x/${name}`,
      table: 'tenant_rows',
      area: 'own-resource',
      id: `${name}_id`,
      label: 'name',
      sort: 'name',
      acts: ['create', 'update'],
    },
    required: ['name'],
    properties: { [`${name}_id`]: { type: 'string', title: '编号', readOnly: true }, ...fields },
  });
const room = own('room', '预约', {
  name: { type: 'string', title: '事由', maxLength: 40, 'x-tenant': true, ...input(1) },
  secret: { type: 'string', title: '密记', 'x-sealed': true, 'x-tenant': true, ...input(2) },
  on_day: { type: 'string', title: '日期', format: 'date', 'x-tenant': true, ...input(3) },
  host: { type: 'string', title: '负责教师', 'x-kind': 'row', 'x-of': 'teacher', 'x-tenant': true, ...input(4) },
});
const task = own('task', '待办', {
  name: { type: 'string', title: '事项', maxLength: 40, 'x-tenant': true, ...input(1) },
  room: { type: 'string', title: '预约', 'x-kind': 'row', 'x-of': 'room', 'x-tenant': true, ...input(2) },
});
const subject = { entity: 'room', ground: room, readers: [4, 8] };
const resource = (entity: string, title: string, isOwn: boolean) => ({
  entity,
  title,
  help: '',
  own: isOwn,
  ...(isOwn && { automated: true }),
  tenant_fields: 1,
  version: 1,
});

const select = async (user: ReturnType<typeof userEvent.setup>, name: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name }));
  await user.click(await screen.findByTitle(option));
};

beforeEach(() => {
  portal.answer(studioResources, {
    total: 2,
    items: [resource('task', '待办', true), resource('class', '班级', false)],
  });
  portal.answer(studioResource, {
    entity: 'task',
    version: 1,
    ground: task,
    overlay: {},
    schema: task,
    core: [],
    core_required: [],
    elsewhere: [],
    keeping: false,
    roles: [4],
    readers: [4],
    former: [],
    problems: [],
  });
});

it('composes a reminder and a new row without JSON, and keeps what is incomplete out of the draft', async () => {
  const done = vi.fn<(next: EntitySchema) => void>();
  const { user } = show(
    <AutomationsDialog open subject={subject} schema={room} onClose={() => undefined} onDone={done} />,
  );
  await user.click(await screen.findByRole('button', { name: '添加自动化' }));
  await user.click(button('存入草稿'));
  expect(await screen.findByText('请填写 1 到 20 个字的名称')).toBeVisible();
  expect(await screen.findByText('请选择通知对象')).toBeVisible();
  expect(done).not.toHaveBeenCalled();

  await user.type(screen.getByLabelText('名称'), '前一天提醒');
  await select(user, '何时', '日期前后');
  await user.click(screen.getByRole('checkbox', { name: '通知新增这条记录的人员' }));
  await user.type(screen.getByLabelText('通知标题'), '明天：{{密记}');
  expect(await screen.findByText(/没有名为“密记”的字段/)).toBeVisible();
  await user.clear(screen.getByLabelText('通知标题'));
  await user.type(screen.getByLabelText('通知标题'), '明天：{{事由}');
  await user.click(screen.getByRole('checkbox', { name: '新增一条记录' }));
  await select(user, '新增到', '待办');
  await screen.findByRole('combobox', { name: '“事项”的值' });
  await select(user, '以谁的名义', '负责教师');
  await user.click(button('存入草稿'));
  expect(done.mock.calls[0]?.[0]['x-resource'].automations).toEqual([
    {
      key: 'automation_1',
      title: '前一天提醒',
      when: { on: 'date', field: 'on_day', days: -1, at: '08:00' },
      notify: { title: '明天：{name}', creator: true },
      create: {
        entity: 'task',
        values: { name: { field: 'name' }, room: { field: 'room_id' } },
        as: { field: 'host' },
      },
    },
  ]);
});

it('lets a row that keeps its state too long go through an act', async () => {
  const states = { field: 'state', initial: 'asked' };
  const withStates = {
    ...room,
    properties: {
      ...room.properties,
      state: {
        type: 'string',
        title: '状态',
        enum: ['asked', 'granted', 'lapsed'],
        'x-labels': { asked: '待审', granted: '已通过', lapsed: '已失效' },
        readOnly: true,
        'x-tenant': true,
      },
    },
    'x-resource': {
      ...room['x-resource'],
      states: {
        ...states,
        transitions: [
          { key: 'refuse', label: '驳回', from: ['asked'], to: 'lapsed', note: 'required' },
          { key: 'lapse', label: '作废', from: ['asked'], to: 'lapsed' },
        ],
      },
    },
  } as EntitySchema;
  const done = vi.fn<(next: EntitySchema) => void>();
  const { user } = show(
    <AutomationsDialog open subject={subject} schema={withStates} onClose={() => undefined} onDone={done} />,
  );
  await user.click(await screen.findByRole('button', { name: '添加自动化' }));
  await user.type(screen.getByLabelText('名称'), '超期作废');
  await select(user, '何时', '停留在状态');
  await user.clear(screen.getByLabelText('满几天'));
  await user.type(screen.getByLabelText('满几天'), '5');
  await user.click(screen.getByRole('checkbox', { name: '发通知' }));
  await user.click(screen.getByRole('checkbox', { name: '执行一个操作' }));
  // An act that needs a note is not offered, and none is possible in the state after that.
  await select(user, '状态', '已通过');
  expect(await screen.findByText(/请先在“状态与操作”中设置操作/)).toBeVisible();
  await user.click(button('存入草稿'));
  expect(done).not.toHaveBeenCalled();
  await select(user, '状态', '待审');
  await user.click(button('存入草稿'));
  expect(done.mock.calls[0]?.[0]['x-resource'].automations).toEqual([
    {
      key: 'automation_1',
      title: '超期作废',
      when: { on: 'stay', state: 'asked', days: 5, at: '08:00' },
      move: 'lapse',
    },
  ]);
});

it('switches one off, removes one, and shows what failed and why', async () => {
  const one = { title: '甲', when: { on: 'create' as const }, webhook: true as const };
  const schema = {
    ...room,
    'x-resource': {
      ...room['x-resource'],
      automations: [
        { ...one, key: 'a' },
        { ...one, key: 'b', title: '乙' },
      ],
    },
  };
  portal.answer(automationRuns, {
    total: 1,
    failed: 1,
    today: 3,
    limit: 2000,
    items: [
      {
        run_id: 'r',
        automation: 'a',
        title: '甲',
        row_id: 'x',
        event: 'create',
        state: 'failed',
        fault: 'refused',
        reason: '事项没有填写',
        created_at: '2026-11-26T01:00:00.000Z',
      },
    ],
  });
  const done = vi.fn<(next: EntitySchema) => void>();
  const { user } = show(
    <AutomationsDialog open subject={subject} schema={schema} onClose={() => undefined} onDone={done} />,
  );
  await user.click(await screen.findByText('运行记录'));
  expect(await screen.findByText('最近 7 天有 1 次未完成')).toBeVisible();
  expect(screen.getByText('事项没有填写')).toBeVisible();
  await user.click(screen.getByText('设置'));
  await user.click(screen.getByRole('switch', { name: '启用 甲' }));
  await user.click(button('删除自动化 乙'));
  await user.click(button('存入草稿'));
  expect(done.mock.calls[0]?.[0]['x-resource'].automations).toEqual([{ ...one, key: 'a', off: true }]);
});

it('composes a print template in the order of choice', async () => {
  const done = vi.fn<(next: EntitySchema) => void>();
  const { user } = show(<PrintsDialog open subject={subject} schema={room} onClose={() => undefined} onDone={done} />);
  await user.click(await screen.findByRole('button', { name: '添加打印模板' }));
  const card = within(screen.getByRole('listitem', { name: '第 1 个打印模板' }));
  await user.click(button('存入草稿'));
  expect(screen.getByText(/各不相同的标题/)).toBeVisible();
  await user.type(card.getByLabelText('标题'), '使用单');
  await user.click(card.getByText('一行两个字段'));
  await user.type(card.getByLabelText('签字栏'), '负责人{Enter}');
  await user.click(button('存入草稿'));
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(done.mock.calls[0]?.[0]['x-resource'].prints).toEqual([
    {
      key: 'print_1',
      title: '使用单',
      fields: ['name', 'secret', 'on_day', 'host'],
      columns: 2,
      signatures: ['负责人'],
    },
  ]);
});
