import { expect, it } from 'vitest';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { textsOf } from './cells.ts';
import { dataOf, messageOf, query, refusalOf, rowsOf, useClient, type Listed, type Row } from './support.ts';

const EQUIPMENT = '/v1/portal/x/equipment';

/* This resource consists only of schemas/tenants/2003/equipment.json and one line in policies/access.csv. */
describeApi('a resource that only one tenant has', (kind) => {
  const server = useServer(kind);
  const college = useClient(server, 2003, 4);
  const psychologist = useClient(server, 2003, 8);
  const teacher = useClient(server, 2003, 7);
  const classTeacher = useClient(server, 2003, 10);
  const school = useClient(server, 2001, 4);
  const list = async (parameters: Record<string, string | number> = {}) =>
    dataOf<Listed>(await college().get(query(EQUIPMENT, parameters)));
  const names = async (parameters: Record<string, string | number>) =>
    (await list(parameters)).items.map((row) => row['equipment_name']);
  const make = async (body: Row) => college().post(EQUIPMENT, { equipment_name: '呼吸训练灯', kind: 'relax', ...body });

  it('is listed, filtered and sorted like any other', async () => {
    const { total, items } = await list();
    expect(total).toBe(6);
    expect(items[0]).toMatchObject({
      equipment_id: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    });
    expect(await names({ kind: 'sandplay', sort: '-amount' })).toEqual(['便携沙盘', '标准沙盘（木框）']);
    expect(await names({ amount_from: 4, amount_to: 6, sort: 'amount' })).toEqual(['标准沙盘（木框）', '便携沙盘']);
    expect(await names({ equipment_name: '沙盘', lendable: 'true' })).toEqual(['便携沙盘']);
    expect(await names({ bought_on_from: '2025-01-01', sort: 'bought_on' })).toEqual(['生物反馈仪', '心理测评平板']);
    expect((await college().get(query(EQUIPMENT, { color: 'red' }))).fields).toEqual(['/color']);
    expect((await list({ page: 2, size: 4 })).items).toHaveLength(2);
  });

  it('is created, read, changed and deleted, and each act is logged under its name', async () => {
    const created = dataOf(await make({ bought_on: '2026-10-01' }));
    expect(created).toMatchObject({
      equipment_name: '呼吸训练灯',
      amount: 1,
      lendable: false,
      bought_on: '2026-10-01',
    });
    const address = `${EQUIPMENT}/${String(created['equipment_id'])}`;
    expect(dataOf(await college().get(address))).toEqual(created);
    const changed = dataOf(
      await college().put(address, { amount: 3, remark: '两行\n说明', updated_at: created['updated_at'] }),
    );
    expect(changed).toMatchObject({ amount: 3, remark: '两行\n说明' });
    const late = await college().put(address, { amount: 4, updated_at: created['updated_at'] });
    expect([late.status, refusalOf(late).message]).toEqual([409, expect.stringContaining('刚刚修改了')]);
    expect(dataOf(await college().delete(address))).toEqual({ ok: true, total: 1 });
    expect((await college().get(address)).status).toBe(404);

    const log = dataOf<Listed>(
      await college().get(query('/v1/portal/audits/logs/list', { resource: 'equipment', sort: 'at' })),
    );
    expect(log.items.map((entry) => `${String(entry['act'])} ${String(entry['row_label'])}`).sort()).toEqual([
      'create 呼吸训练灯',
      'delete 呼吸训练灯',
      'update 呼吸训练灯',
    ]);
    const logSchema = dataOf<EntitySchema>(await college().get('/v1/portal/schemas/log'));
    expect(logSchema.properties['resource']?.['x-labels']?.['equipment']).toBe('心理器材');
    expect(
      dataOf<EntitySchema>(await school().get('/v1/portal/schemas/log')).properties['resource']?.['x-labels'],
    ).not.toHaveProperty('equipment');
    const [update] = log.items.filter((entry) => entry['act'] === 'update');
    const changes = dataOf<Listed>(await college().get(`/v1/portal/audits/logs/${String(update?.['log_id'])}/changes`));
    expect(changes.items).toContainEqual({ field: 'amount', title: '数量', before: '1', after: '3' });
  });

  it('refuses what its file does not allow, with a message', async () => {
    const wrong = await make({ equipment_name: '', kind: 'drone', amount: -1, bought_on: '2026-02-30', maker: 'x' });
    expect(wrong.status).toBe(400);
    expect(wrong.fields.sort()).toEqual(['/amount', '/bought_on', '/equipment_name', '/kind', '/maker']);
    expect(messageOf(wrong, '/equipment_name')).toBe('请填写器材名称');
    expect((await make({ equipment_id: 'mine' })).fields).toEqual(['/equipment_id']);
  });

  it('deletes several rows at once, all or none, and creates one once', async () => {
    const ids = [dataOf(await make({})), dataOf(await make({}))].map((row) => String(row['equipment_id']));
    expect((await college().post(`${EQUIPMENT}/batch_delete`, { ids: [...ids, 'nobodys'] })).status).toBe(404);
    expect(dataOf(await college().post(`${EQUIPMENT}/batch_delete`, { ids }))).toEqual({ total: 2 });
    const headers = { 'idempotency-key': 'twice' };
    const body = { equipment_name: '一次', kind: 'other' };
    const [first, second] = [
      await college().post(EQUIPMENT, body, { headers }),
      await college().post(EQUIPMENT, body, { headers }),
    ];
    expect(second.text).toBe(first.text);
    await college().delete(`${EQUIPMENT}/${String(dataOf(first)['equipment_id'])}`);
  });

  it('is exported under its titles, with labels of codes', async () => {
    const [header, ...rows] = textsOf((await college().get(query(`${EQUIPMENT}/export`, { kind: 'test' }))).body);
    expect(header).toEqual(['器材名称', '类别', '数量', '购置日期', '可外借', '说明']);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.slice(0, 2)).toEqual(['心理测评平板', '测评']);
  });

  it('imports a sheet with preview; a repeated import changes nothing', async () => {
    const sheet = Buffer.from('器材名称,类别,数量\r\n团体沙盘,沙盘,2\r\n便携沙盘,沙盘,9\r\n无人机,飞行,1');
    const outcome = async () => {
      const { import_id: id } = dataOf(
        await college().post(`${EQUIPMENT}/import?file_name=${encodeURIComponent('器材.csv')}`, sheet),
      );
      await server().services.jobs.idle();
      const address = `${EQUIPMENT}/import/${String(id)}`;
      return { address, counts: dataOf(await college().get(address))['rows'] };
    };
    const first = await outcome();
    expect(first.counts).toEqual({ total: 3, new: 1, changed: 1, same: 0, wrong: 1 });
    expect((await college().post(`${first.address}/write`, {})).status).toBe(200);
    await server().services.jobs.idle();
    expect(await names({ equipment_name: '沙盘', sort: 'amount' })).toEqual([
      '团体沙盘',
      '标准沙盘（木框）',
      '便携沙盘',
    ]);
    expect((await outcome()).counts).toEqual({ total: 3, new: 0, changed: 0, same: 2, wrong: 1 });
    expect((await school().get(first.address)).status).toBe(404);
    expect((await college().post(`${first.address}/undo`)).status).toBe(200);
    await server().services.jobs.idle();
    expect(await names({ equipment_name: '团体' })).toEqual([]);
  });

  it('is open to the roles of its own row in the policies, and to no role that is limited to classes', async () => {
    expect((await psychologist().get(EQUIPMENT)).status).toBe(200);
    expect(
      Object.keys(dataOf<{ resources: object }>(await psychologist().get('/v1/portal/schemas')).resources),
    ).toContain('equipment');
    expect(
      dataOf<{ permissions: Record<string, string[]> }>(await psychologist().get('/v1/portal/rbac/pages')).permissions[
        'create'
      ],
    ).toContain('own/equipment');
    for (const client of [teacher, classTeacher]) {
      expect((await client().get(EQUIPMENT)).status).toBe(403);
      expect((await client().post(EQUIPMENT, { equipment_name: '甲', kind: 'other' })).status).toBe(403);
    }
    expect((await school().get('/v1/portal/schemas/equipment')).status).toBe(404);
  });

  it('does not exist for other tenants, and a core resource does not exist at its address', async () => {
    for (const [method, path] of [
      ['GET', EQUIPMENT],
      ['GET', `${EQUIPMENT}/e2003-1`],
      ['DELETE', `${EQUIPMENT}/e2003-1`],
      ['GET', `${EQUIPMENT}/export`],
    ] as const)
      expect((await school().send(method, path)).status).toBe(404);
    expect((await school().post(EQUIPMENT, { equipment_name: '甲', kind: 'other' })).status).toBe(404);
    expect((await school().put(`${EQUIPMENT}/e2003-1`, { amount: 0 })).status).toBe(404);
    for (const name of ['class', 'student', 'constructor', 'nothing'])
      expect((await college().get(`/v1/portal/x/${name}`)).status).toBe(404);
    expect((await college().get('/v1/portal/x/__proto__')).status).toBe(400);
    expect(await rowsOf(server(), "select 1 from tenant_rows where org_id <> '2003'")).toEqual([]);
    expect((await list()).total).toBe(6);
  });
});
