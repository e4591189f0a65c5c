import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FieldSchema } from '../../../../src/platform/schema/types.ts';
import { RowPick } from '../../../../src/platform/ui/web/fields/RowPick.tsx';
import { aPortal, entityOf, schemaOf, show } from '../../../support/component.tsx';

const portal = aPortal();
const schema = schemaOf({
  $id: 'room',
  title: '活动室',
  type: 'object',
  'x-resource': {
    path: '/v1/portal/x/room',
    table: 'tenant_rows',
    area: 'rooms',
    id: 'room_id',
    label: 'name',
    sort: 'name',
    help: '',
    icon: 'table',
    acts: ['create'],
  },
  required: ['name'],
  properties: {
    room_id: { type: 'string', title: '编号', readOnly: true },
    name: { type: 'string', title: '名称', 'x-list': { order: 1 } },
  },
});
const { calls } = entityOf(schema);
const field: FieldSchema = { type: 'string', title: '活动室', 'x-kind': 'row', 'x-of': 'room' };

/** The input in a form whose row refers to room r1. */
function pick(may: readonly string[]) {
  return show(<RowPick id="room" field={field} value="r1" valueName="沙盘室" onChange={() => undefined} />, {
    may: { rooms: may },
    schemas: { room: schema },
  });
}

describe('the choice of a row', () => {
  it('offers the rows of a list that the role may open', async () => {
    portal.answer(calls.list, { total: 1, items: [{ room_id: 'r2', name: '宣泄室' }] });
    const { user } = pick(['open']);
    await user.click(await screen.findByRole('combobox'));
    expect(await screen.findByTitle('宣泄室')).toBeInTheDocument();
  });

  it('asks for no list that the role may not open, says why nothing is offered, and keeps the name', async () => {
    const { user } = pick([]);
    expect(await screen.findByText('沙盘室')).toBeInTheDocument();
    await user.click(screen.getByRole('combobox'));
    await user.keyboard('宣');
    expect(await screen.findByText('您没有查看该列表的权限，无法从中选择')).toBeInTheDocument();
    expect(portal.requests(calls.list)).toEqual([]);
  });
});
