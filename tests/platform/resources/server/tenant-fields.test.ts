import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../../../src/platform/runtime/server/root.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { CLASSES, dataOf, query, rowsOf, useClient, type Listed } from './support.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-schemas-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
cpSync(path.join(root, 'schemas'), folder, { recursive: true });
mkdirSync(path.join(folder, 'tenants/2002'), { recursive: true });
const everywhere = { 'x-form': { on: ['create', 'edit'], order: 9 }, 'x-sheet': { export: true } };
const column = (order: number) => ({ 'x-list': { order, sorter: true } });
writeFileSync(
  path.join(folder, 'tenants/2002/class.json'),
  JSON.stringify({
    'x-resource': { acts: ['create', 'update', 'export', 'batch-create', 'batch-delete'] },
    required: ['class_name', 'period', 'grade', 'seats'],
    properties: {
      seats: {
        type: 'integer',
        title: '座位',
        minimum: 1,
        maximum: 90,
        ...everywhere,
        ...column(20),
        'x-filter': { match: 'range', order: 20 },
      },
      area: { type: 'number', title: '面积', ...everywhere, ...column(21), 'x-filter': { match: 'range', order: 21 } },
      indoor: {
        type: 'boolean',
        title: '室内',
        default: true,
        ...everywhere,
        ...column(22),
        'x-filter': { match: 'equals', order: 22 },
      },
      opened_on: {
        type: 'string',
        format: 'date',
        title: '启用日期',
        ...everywhere,
        ...column(23),
        'x-filter': { match: 'range', order: 23 },
      },
      checked_at: {
        type: 'string',
        format: 'date-time',
        title: '检查时间',
        ...everywhere,
        ...column(24),
        'x-filter': { match: 'range', order: 24 },
      },
      floor: {
        type: 'integer',
        title: '楼层',
        enum: [1, 2],
        'x-labels': { 1: '一层', 2: '二层' },
        ...everywhere,
        ...column(25),
        'x-filter': { match: 'in', order: 25 },
      },
      note: { type: 'string', title: '情况', maxLength: 100, 'x-mask': 'text', ...everywhere, 'x-list': { order: 26 } },
    },
  }),
);

describeApi("a tenant's own fields", (kind) => {
  const server = useServer(kind, { schemasDir: folder });
  const owner = useClient(server, 2002, 4);
  const admin = useClient(server, 2002, 5);
  interface Room {
    class_id: string;
    class_name: string;
    note?: string;
    checked_at?: string;
    seats?: number;
  }
  const base = { period: 2, grade: 1 };
  const rooms = [
    {
      class_name: '甲室',
      seats: 9,
      area: 10.5,
      opened_on: '2024-02-29',
      checked_at: '2026-05-01T00:30:00+08:00',
      floor: 1,
      note: '靠窗漏水',
    },
    {
      class_name: '乙室',
      seats: 40,
      area: 9,
      indoor: false,
      opened_on: '2025-09-01',
      checked_at: '2026-04-30T17:00:00Z',
      floor: 2,
    },
    { class_name: '丙室', seats: 10, checked_at: '2026-04-30T23:00:00-05:00' },
  ];
  const made = new Map<string, Room>();
  beforeAll(async () => {
    const answer = await owner().post(`${CLASSES}/actions/batch_create`, {
      items: rooms.map((room) => ({ ...base, ...room })),
    });
    if (answer.status !== 201) throw new Error(answer.text);
    for (const row of dataOf<Listed<Room>>(answer).items) made.set(row.class_name, row);
  });
  const list = async (parameters: Record<string, string | number>) =>
    dataOf<Listed<Room>>(await owner().get(query(CLASSES, { class_name: '室', ...parameters }))).items;
  const names = async (parameters: Record<string, string | number>) =>
    (await list(parameters)).map(({ class_name }) => class_name);

  it('keep their types on the wire and in the database, and their defaults', async () => {
    expect(made.get('甲室')).toMatchObject({ seats: 9, area: 10.5, indoor: true, opened_on: '2024-02-29', floor: 1 });
    expect(made.get('丙室')).not.toHaveProperty('area');
    const [stored] = await rowsOf(server(), "select ext from classes where class_name = '甲室'");
    expect(stored?.['ext']).toMatchObject({ seats: 9, area: 10.5, indoor: true });
  });

  it('are sorted and filtered as numbers, days, moments and codes, not as text; rows without a value are last', async () => {
    expect(await names({ sort: 'seats' })).toEqual(['甲室', '丙室', '乙室']);
    expect(await names({ sort: '-seats' })).toEqual(['乙室', '丙室', '甲室']);
    expect(await names({ sort: '-area' })).toEqual(['甲室', '乙室', '丙室']);
    expect(await names({ sort: 'checked_at' })).toEqual(['甲室', '乙室', '丙室']);
    expect(await names({ seats_from: 10, sort: 'seats' })).toEqual(['丙室', '乙室']);
    expect(await names({ area_to: 9.5 })).toEqual(['乙室']);
    expect(await names({ indoor: 'false' })).toEqual(['乙室']);
    expect(await names({ opened_on_from: '2024-02-29', opened_on_to: '2025-08-31' })).toEqual(['甲室']);
    expect(await names({ checked_at_from: '2026-05-01', checked_at_to: '2026-05-01', sort: 'seats' })).toEqual([
      '甲室',
      '丙室',
      '乙室',
    ]);
    expect(await names({ checked_at_from: '2026-04-30T17:00:00.001Z' })).toEqual(['丙室']);
    expect(await names({ floor: '1,2', sort: 'floor' })).toEqual(['甲室', '乙室']);
  });

  it('are required and limited as the overlay says, also in edits', async () => {
    expect((await owner().post(CLASSES, { ...base, class_name: '丁室' })).fields).toEqual(['/seats']);
    const id = made.get('乙室')?.class_id;
    expect((await owner().put(`${CLASSES}/${id}`, { seats: null })).fields).toEqual(['/seats']);
    expect((await owner().put(`${CLASSES}/${id}`, { seats: 91 })).fields).toEqual(['/seats']);
    const changed = dataOf<Room>(
      await owner().put(`${CLASSES}/${id}`, { area: null, checked_at: '2026-06-01T08:00:00+08:00' }),
    );
    expect(changed).not.toHaveProperty('area');
    expect(changed).toMatchObject({ seats: 40, checked_at: '2026-06-01T00:00:00.000Z' });
  });

  it('are unaffected by stored fields that the overlay no longer has, and by values of another type', async () => {
    await server().db.admin((run) =>
      run('update classes set ext = ext || \'{"former": "kept", "area": "large"}\' where class_name = \'丙室\''),
    );
    expect((await list({ sort: 'area', area_from: -5 })).map(({ class_name }) => class_name)).not.toContain('丙室');
    await owner().put(`${CLASSES}/${made.get('丙室')?.class_id}`, { floor: 2 });
    const [stored] = await rowsOf(server(), "select ext from classes where class_name = '丙室'");
    expect(stored?.['ext']).toMatchObject({ former: 'kept', area: 'large', floor: 2 });
  });

  it('are masked, and edits do not store the masked value', async () => {
    const id = made.get('甲室')?.class_id;
    const note = async () =>
      (await rowsOf(server(), "select ext->>'note' as note from classes where class_id = $1", id))[0]?.['note'];
    for (const client of [admin(), owner()])
      expect(dataOf<Room>(await client.get(`${CLASSES}/${id}`)).note).toBe('靠****');
    await admin().put(`${CLASSES}/${id}`, { note: '靠****', seats: 11 });
    expect(await note()).toBe('靠窗漏水');
    expect(dataOf<Room>(await owner().get(`${CLASSES}/${id}`)).seats).toBe(11);
    await admin().put(`${CLASSES}/${id}`, { note: '已修好' });
    expect(await note()).toBe('已修好');
  });

  it('omit an act that the overlay removes', async () => {
    const refused = await owner().delete(`${CLASSES}/${made.get('甲室')?.class_id}`);
    expect(refused.status).toBe(403);
    expect(await names({ seats_to: 11, sort: 'seats' })).toContain('甲室');
  });
});
