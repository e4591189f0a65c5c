import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  studioCheck,
  studioImpact,
  studioPublish,
  studioResource,
  studioResources,
} from '../../../../src/features/studio/contract.ts';
import { withKind } from '../../../../src/features/studio/web/draft.ts';
import { StudioPage } from '../../../../src/features/studio/web/StudioPage.tsx';
import type { DataOf } from '../../../../src/platform/contract/endpoint.ts';
import { mergePatch } from '../../../../src/platform/schema/merge.ts';
import type { EntitySchema, FieldSchema } from '../../../../src/platform/schema/types.ts';
import { aPortal, button, later, named, schemaOf, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const shown = (order: number) => ({ 'x-list': { order }, 'x-form': { on: ['create', 'edit'], order } });
const ground = schemaOf({
  $id: 'room',
  title: '活动室',
  type: 'object',
  'x-resource': {
    path: '/v1/portal/rooms',
    table: 'rooms',
    area: 'org-manage/room',
    id: 'room_id',
    label: 'room_name',
    sort: 'room_name',
    acts: ['create', 'update'],
  },
  required: ['room_name'],
  properties: {
    room_id: { type: 'string', title: '标识', readOnly: true },
    room_name: { type: 'string', title: '名称', maxLength: 40, ...shown(1) },
    seats: { type: 'integer', title: '座位', ...shown(2) },
  },
});
const subject = {
  entity: 'room',
  version: 0,
  ground,
  overlay: {},
  schema: ground,
  core: ['room_id', 'room_name', 'seats'],
  core_required: ['room_name'],
  elsewhere: [],
  keeping: false,
  roles: [4, 5],
  readers: [4, 5, 8],
  former: [],
  problems: [],
} satisfies DataOf<typeof studioResource>;
const MAY = { 'schema-studio': ['open', 'create', 'publish'] };
const visit = (may: Record<string, string[]> = MAY) => show(<StudioPage />, { may });
const requireSeats = () => screen.findByRole('switch', { name: '必填 座位' });

beforeEach(() => {
  portal.answer(studioResources, {
    total: 1,
    items: [{ entity: 'room', title: '活动室', help: '', own: false, tenant_fields: 0, version: 0 }],
  });
  portal.answer(studioResource, subject);
  portal.answer(studioCheck, ({ body }) => ({
    findings: [],
    schema: mergePatch(ground, (body as { overlay: unknown }).overlay) as EntitySchema,
  }));
  portal.answer(studioImpact, { total: 3, changes: [], seen: 'digest' });
});

it('offers nothing to publish and nothing to undo while nothing has changed', async () => {
  visit();
  await requireSeats();
  expect(button('检查并发布')).toBeDisabled();
  expect(button('撤销一步')).toBeDisabled();
  expect(screen.getByText('尚未发布过改动')).toBeVisible();
});

it('hides the creation of a resource from a role that may not', async () => {
  visit({ 'schema-studio': ['open'] });
  await requireSeats();
  expect(screen.queryByRole('button', { name: '新建台账' })).toBeNull();
});

it('lets a field that the product requires neither be hidden nor be optional', async () => {
  visit();
  expect(await requireSeats()).toBeEnabled();
  expect(screen.getByRole('switch', { name: '必填 名称' })).toBeDisabled();
  expect(screen.getByRole('switch', { name: '使用 名称' })).toBeDisabled();
});

it('takes a step back, after which there is nothing to publish', async () => {
  const { user } = visit();
  await user.click(await requireSeats());
  expect(await screen.findByText('有尚未发布的改动')).toBeVisible();
  await user.click(button('撤销一步'));
  expect(screen.queryByText('有尚未发布的改动')).toBeNull();
  expect(await requireSeats()).not.toBeChecked();
});

it('asks for the name of a new field at its place, and adds nothing before', async () => {
  const { user } = visit();
  await user.click(await screen.findByRole('button', { name: '新增字段' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: '存入草稿' }));
  expect(await dialog.findByText(/请填写 1 到 \d+ 个字的名称/)).toBeVisible();
  expect(screen.queryByText('有尚未发布的改动')).toBeNull();
});

it('shows at its field what a draft may not do, and publishes nothing', async () => {
  portal.answer(studioCheck, {
    findings: [{ pointer: '/properties/seats/title', reason: '名称重复', fix: '换一个名称' }],
  });
  const { user } = visit();
  await user.click(await requireSeats());
  expect((await screen.findByText(/名称重复。换一个名称/)).closest('tr')).toHaveTextContent('座位');
  expect(button('检查并发布')).toBeDisabled();
});

it('publishes once what was shown, with the digest of its effect', async () => {
  portal.answer(studioImpact, {
    total: 3,
    changes: [{ kind: 'required', field: 'seats', title: '座位', rows: 2 }],
    seen: 'digest',
  });
  const published = later<DataOf<typeof studioPublish>>();
  portal.answer(studioPublish, published.answer);
  const { user } = visit();
  await user.click(await requireSeats());
  await waitFor(() => expect(button('检查并发布')).toBeEnabled());
  await user.click(button('检查并发布'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/“座位”改为必填：2 行未填写/)).toBeVisible();
  await user.dblClick(await dialog.findByRole('button', { name: /发布第 1 版/ }));
  await waitFor(() => expect(portal.requests(studioPublish)).toHaveLength(1));
  published.give({ version: 1, changed: true });
  expect(await screen.findByText('已发布第 1 版，立即生效')).toBeVisible();
  expect(portal.requests(studioPublish).map(({ body }) => body)).toEqual([
    { overlay: { required: ['room_name', 'seats'] }, version: 0, seen: 'digest', note: '' },
  ]);
});

it('takes the version of another user who was first, and keeps the own changes', async () => {
  portal.answer(studioPublish, refusal('PSY_CONFLICT', { message: '周敏刚刚发布了第 1 版' }));
  const { user } = visit();
  await user.click(await requireSeats());
  await waitFor(() => expect(button('检查并发布')).toBeEnabled());
  await user.click(button('检查并发布'));
  await user.click(await screen.findByRole('button', { name: /发布第 1 版/ }));
  expect(await screen.findByText('周敏刚刚发布了第 1 版')).toBeVisible();
  portal.answer(studioResource, {
    ...subject,
    version: 1,
    published_by: '周敏',
    published_at: '2026-11-20T02:00:00.000Z',
  });
  await user.click(button('载入最新版，保留我的改动'));
  expect(await screen.findByText(/正在使用第 1 版，周敏/)).toBeVisible();
  expect(screen.getByText('有尚未发布的改动')).toBeVisible();
});

it('shows a failure, and the fields after a retry', async () => {
  portal.answer(studioResource, refusal('PSY_UNKNOWN', { status: 500 }));
  const { user } = visit();
  const again = await screen.findByRole('button', { name: named('重试') });
  portal.answer(studioResource, subject);
  await user.click(again);
  expect(await requireSeats()).toBeVisible();
});

it('keeps a draft with its steps when the page is loaded again, and none after leaving it', async () => {
  const first = visit();
  await first.user.click(await requireSeats());
  expect(await screen.findByText('有尚未发布的改动')).toBeVisible();
  // What a reload finds: it runs no clean-up of the page.
  const kept = Object.entries(sessionStorage).filter(([key]) => key.startsWith('xinyu.studio.'));
  expect(kept).toHaveLength(1);
  cleanup();
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('xinyu.studio.'))).toEqual([]);

  for (const [key, value] of kept) sessionStorage.setItem(key, String(value));
  const { user } = visit();
  expect(await requireSeats()).toBeChecked();
  await user.click(button('撤销一步'));
  expect(screen.queryByText('有尚未发布的改动')).toBeNull();
});

it('suggests a readable key of a new field, until one is typed', async () => {
  const { user } = visit();
  await user.click(await screen.findByRole('button', { name: '新增字段' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('名称'), '座位2排');
  await waitFor(() => expect(dialog.getByLabelText('标识')).toHaveValue('zuo_wei_2_pai'));
  await user.clear(dialog.getByLabelText('标识'));
  await user.type(dialog.getByLabelText('标识'), 'row');
  await user.type(dialog.getByLabelText('名称'), '数');
  expect(dialog.getByLabelText('标识')).toHaveValue('row');
});

it('masks a new field that identifies a person, until it is shown in clear', async () => {
  const { user } = visit();
  await user.click(await screen.findByRole('button', { name: '新增字段' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('checkbox', { name: '脱敏显示' })).not.toBeChecked();
  const choose = async (kind: string) => {
    await user.click(dialog.getByRole('combobox', { name: '类型' }));
    await user.click(await screen.findByTitle(kind));
  };
  await choose('地址');
  expect(dialog.getByRole('checkbox', { name: '脱敏显示' })).toBeChecked();
  expect(dialog.queryByRole('checkbox', { name: '可以筛选' })).toBeNull();
  await user.click(dialog.getByRole('checkbox', { name: '脱敏显示' }));
  expect(dialog.getByRole('checkbox', { name: '可以筛选' })).not.toBeChecked();
  await choose('整数');
  expect(dialog.queryByRole('checkbox', { name: '脱敏显示' })).toBeNull();
});

it('lets only chosen roles see and fill in a field, and drops writers who no longer see it', async () => {
  const { user } = visit();
  await user.click(await screen.findByRole('button', { name: '新增字段' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('名称'), '备注');
  const choose = async (field: string, role: string) => {
    await user.click(dialog.getByRole('combobox', { name: field }));
    await user.click(await screen.findByTitle(role));
    await user.keyboard('{Escape}');
  };
  await choose('填写权限', '管理员');
  await choose('可见范围', '心理专职教师');
  await user.click(dialog.getByRole('button', { name: '存入草稿' }));
  await waitFor(() => {
    const sent = portal.requests(studioCheck).at(-1)?.body as { overlay: { properties: object } } | undefined;
    const [field] = Object.values(sent?.overlay.properties ?? {}) as FieldSchema[];
    expect(field).toMatchObject({ title: '备注', 'x-seen-by': [8] });
    expect(field).not.toHaveProperty('x-written-by');
    expect(field && withKind(field, 'number')['x-seen-by']).toEqual([8]);
  });
});

it('divides the form into tabs and columns without JSON, and refuses a tab without a name or groups', async () => {
  portal.answer(studioResource, {
    ...subject,
    ground: {
      ...ground,
      properties: {
        ...ground.properties,
        seats: {
          ...(ground.properties['seats'] as FieldSchema),
          'x-form': { on: ['create'], order: 2, group: '设备' },
        },
      },
    },
  });
  const { user } = visit();
  await user.click(await screen.findByRole('button', { name: '页签与分栏' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: '添加页签' }));
  await user.click(dialog.getByRole('button', { name: '存入草稿' }));
  expect(dialog.getAllByRole('alert').map((one) => one.textContent)).toEqual([
    '请填写 1 到 10 个字、各不相同的名称',
    '请至少选一个分组',
    '页签至少要有两个；不分页签请全部删除',
  ]);
  await user.click(dialog.getByRole('button', { name: '添加页签' }));
  for (const [n, title, group] of [
    [1, '概况', '其他'],
    [2, '内部', '设备'],
  ] as const) {
    const card = within(dialog.getByRole('listitem', { name: `第 ${n} 个页签` }));
    await user.type(card.getByLabelText('名称'), title);
    await user.click(card.getByRole('combobox'));
    // The list of the card before offers the group as well, and is closed.
    const offered = await screen.findAllByTitle(group);
    await user.click(offered.at(-1) as HTMLElement);
    await user.keyboard('{Escape}');
  }
  await user.click(dialog.getByRole('button', { name: '将页签 内部 前移' }));
  await user.click(within(dialog.getByRole('radiogroup', { name: '设备' })).getByText('3 栏'));
  await user.click(dialog.getByRole('button', { name: '存入草稿' }));
  await waitFor(() =>
    expect(portal.requests(studioCheck).at(-1)?.body).toEqual({
      overlay: {
        'x-resource': {
          layout: {
            tabs: [
              { title: '内部', groups: ['设备'] },
              { title: '概况', groups: ['其他'] },
            ],
            columns: { 设备: 3 },
          },
        },
      },
    }),
  );
});
