import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { getPreference } from '../../../../src/platform/crud/contract/preferences.ts';
import { ResourcePage } from '../../../../src/platform/crud/web/ResourcePage.tsx';
import { referringRows } from '../../../../src/platform/resources/contract/references.ts';
import type { Row } from '../../../../src/platform/resources/contract/resource.ts';
import { aPortal, entityOf, named, schemaOf, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';
// Dialogs that the portal loads later are preloaded, so that no test waits for a file to be read.
import '../../../../src/platform/crud/web/shown-as/ViewContent.tsx';
import '../../../../src/platform/crud/web/show/ShowDialog.tsx';
import '../../../../src/platform/crud/web/states/MoveDialog.tsx';

const portal = aPortal();
const STATES = { asked: '待审', granted: '已通过', over: '已结束' };
const schema = schemaOf({
  $id: 'booking',
  title: '预约',
  type: 'object',
  'x-resource': {
    path: '/v1/portal/x/booking',
    table: 'tenant_rows',
    area: 'own-resource',
    id: 'booking_id',
    label: 'purpose',
    sort: 'purpose',
    help: '',
    icon: 'table',
    acts: ['create', 'update', 'delete'],
    settled: { field: 'state', values: ['over'] },
    states: {
      field: 'state',
      initial: 'asked',
      transitions: [
        { key: 'grant', label: '通过', from: ['asked'], to: 'granted', note: 'required' },
        { key: 'finish', label: '结束', from: ['granted'], to: 'over', require: ['outcome'] },
        { key: 'skip', label: '直接结束', from: ['asked'], to: 'over', roles: [8] },
      ],
    },
    views: [
      { key: 'board', title: '看板', kind: 'board', by: 'state' },
      { key: 'rooms', title: '房间', kind: 'board', by: 'room' },
      { key: 'month', title: '日历', kind: 'calendar', by: 'on_day' },
    ],
  },
  required: ['purpose'],
  properties: {
    booking_id: { type: 'string', title: '编号', readOnly: true },
    updated_at: { type: 'string', title: '更新时间', format: 'date-time', readOnly: true },
    purpose: {
      type: 'string',
      title: '用途',
      maxLength: 40,
      'x-list': { order: 1 },
      'x-form': { on: ['create', 'edit'], order: 1 },
    },
    outcome: { type: 'string', title: '结果', maxLength: 40, 'x-form': { on: ['create', 'edit'], order: 2 } },
    room: {
      type: 'string',
      title: '房间',
      enum: ['sand', 'relax'],
      'x-labels': { sand: '沙盘室', relax: '放松室' },
      'x-filter': { match: 'in', order: 1 },
      'x-form': { on: ['create', 'edit'], order: 3 },
    },
    on_day: { type: 'string', title: '日期', format: 'date', 'x-filter': { match: 'range', order: 2 } },
    state: {
      type: 'string',
      title: '状态',
      enum: Object.keys(STATES),
      'x-labels': STATES,
      readOnly: true,
      'x-tenant': true,
      'x-list': { order: 2 },
      'x-filter': { match: 'in', order: 3 },
    },
  },
});
const { calls } = entityOf(schema);
const SEEN = '2026-11-01T01:00:00.000Z';
const rows: Row[] = [
  { booking_id: 'b1', purpose: '箱庭', state: 'asked', room: 'sand', on_day: '2026-11-27', updated_at: SEEN },
  { booking_id: 'b2', purpose: '放松', state: 'granted', room: 'relax', on_day: '2026-11-28', updated_at: SEEN },
  { booking_id: 'b3', purpose: '旧的', state: 'over', updated_at: SEEN },
];
const visit = (at = '/', may = ['open', 'create', 'update', 'delete']) =>
  show(<ResourcePage name="booking" />, { may: { 'own-resource': may }, schemas: { booking: schema }, at });
const names = (row: string) =>
  screen.getAllByRole('button').flatMap((one) => {
    const label = one.getAttribute('aria-label') ?? '';
    return label.endsWith(` ${row}`) ? [label.replace(` ${row}`, '')] : [];
  });
const press = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name: named(name) });

beforeEach(() => {
  portal.answer(getPreference, refusal('PSY_NOT_FOUND', { status: 404 }));
  portal.answer(calls.list, ({ query }) => {
    const items = rows
      .filter(({ state }) => query['state'] === undefined || query['state'] === state)
      .filter(({ room }) => query['room'] === undefined || query['room'] === room)
      .filter(
        ({ on_day: day }) =>
          query['on_day_from'] === undefined ||
          (day !== undefined && String(day) >= query['on_day_from'] && String(day) <= (query['on_day_to'] ?? '')),
      );
    return { total: items.length, items };
  });
});

describe('the acts of a row with states', () => {
  it('are those of its state and the role, before all others', async () => {
    visit();
    await screen.findByText('箱庭');
    expect(names('箱庭')).toEqual(['通过', '详情', '更多']);
    expect(names('放松')).toEqual(['结束', '详情', '更多']);
    // A final row is neither edited nor deleted.
    expect(names('旧的')).toEqual(['详情']);
  });

  it('are absent for a role that may not change rows', async () => {
    visit('/', ['open']);
    await screen.findByText('箱庭');
    expect(names('箱庭')).toEqual(['详情']);
  });

  it('ask for a note that they require, and send it with the version that was seen', async () => {
    portal.answer(calls.transition, { ...rows[0], state: 'granted' });
    const { user } = visit();
    await user.click(await screen.findByRole('button', { name: '通过 箱庭' }));
    expect(await screen.findByText('箱庭：由“待审”改为“已通过”')).toBeVisible();
    await user.click(press('通过'));
    expect(await screen.findByText('请写明理由')).toBeVisible();
    expect(portal.requests(calls.transition)).toEqual([]);
    await user.type(screen.getByLabelText('说明'), '时间合适');
    await user.dblClick(press('通过'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(portal.requests(calls.transition).map(({ params, body }) => [params, body])).toEqual([
      [
        { id: 'b1', key: 'grant' },
        { updated_at: SEEN, note: '时间合适' },
      ],
    ]);
  });

  it('ask for the fields that must be filled, and send only these', async () => {
    portal.answer(calls.transition, { ...rows[1], state: 'over' });
    const { user } = visit();
    await user.click(await screen.findByRole('button', { name: '结束 放松' }));
    expect(screen.queryByLabelText('用途')).toBeNull();
    await user.type(await screen.findByLabelText(/结果/), '顺利');
    await user.click(press('结束'));
    await waitFor(() => expect(portal.requests(calls.transition)).toHaveLength(1));
    expect(portal.requests(calls.transition)[0]?.body).toEqual({ updated_at: SEEN, values: { outcome: '顺利' } });
  });

  it('show the reason of a refusal, and keep the note', async () => {
    portal.answer(
      calls.transition,
      refusal('PSY_CONFLICT', { status: 409, message: '张敏刚刚修改了这条内容，请刷新后重试' }),
    );
    const { user } = visit();
    await user.click(await screen.findByRole('button', { name: '通过 箱庭' }));
    await user.type(await screen.findByLabelText('说明'), '时间合适');
    await user.click(press('通过'));
    expect(await screen.findByRole('alert')).toHaveTextContent('张敏刚刚修改了这条内容');
    expect(screen.getByLabelText('说明')).toHaveValue('时间合适');
  });

  it('stand in the details above the history of the row', async () => {
    portal.answer(calls.get, rows[0] ?? {});
    portal.answer(referringRows, { total: 0, items: [] });
    portal.answer(calls.transitions, {
      total: 2,
      items: [
        { step_id: 's1', to: 'asked', at: SEEN, user_name: '李超' },
        {
          step_id: 's2',
          key: 'refuse',
          label: '退回',
          from: 'granted',
          to: 'asked',
          at: SEEN,
          user_name: '张敏',
          note: '时间冲突',
        },
      ],
    });
    visit('/?show=b1');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('时间冲突')).toBeVisible();
    expect(dialog.getByRole('button', { name: named('通过') })).toBeEnabled();
    expect(dialog.getByText('新增')).toBeVisible();
    expect(dialog.getByText('退回')).toBeVisible();
  });
});

describe('a view of a list', () => {
  it('is chosen in the toolbar and stays in the address', async () => {
    const { user, address } = visit();
    await screen.findByText('箱庭');
    await user.click(screen.getByText('看板'));
    const asked = await screen.findByRole('region', { name: '待审' });
    await waitFor(() => expect(asked).toHaveTextContent('箱庭'));
    await waitFor(() => expect(screen.getByRole('region', { name: '已通过' })).toHaveTextContent('放松'));
    expect(address()).toBe('/?view-as=board');
    await user.click(screen.getByText('表格'));
    expect(address()).toBe('/');
  });

  it('says how many rows no column has', async () => {
    visit('/?view-as=rooms');
    expect(await screen.findByText(/另有 1 个没有填写“房间”/)).toBeVisible();
  });

  it('moves a card by its menu, as an edit with the version that was seen', async () => {
    portal.answer(calls.update, { ...rows[0], room: 'relax' });
    const { user } = visit('/?view-as=rooms');
    await user.click(await screen.findByRole('button', { name: '移到… 箱庭' }));
    expect((await screen.findAllByRole('menuitem')).map((one) => one.textContent)).toEqual(['放松室']);
    await user.click(screen.getByRole('menuitem', { name: '放松室' }));
    await waitFor(() => expect(portal.requests(calls.update)).toHaveLength(1));
    expect(portal.requests(calls.update)[0]?.body).toEqual({ room: 'relax', updated_at: SEEN });
  });

  it('asks for the days of the month that it shows', async () => {
    visit('/?view-as=month&view-on=2026-11-27');
    expect((await screen.findAllByRole('button', { name: '箱庭' })).length).toBeGreaterThan(0);
    expect(screen.getByText('2026年11月')).toBeVisible();
    const asked = portal.requests(calls.list).map(({ query }) => [query['on_day_from'], query['on_day_to']]);
    expect(asked).toContainEqual(['2026-10-26', '2026-12-06']);
  });
});
