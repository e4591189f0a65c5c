import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { qb } from '../../../../src/platform/db/server/query-builder.ts';
import { dropRules, lockAll, lockSome } from '../../../../src/platform/resources/server/queries/rows/row-keys.ts';
import { describeApi } from '../../../support/databases.ts';
import { waitForLock } from '../../../support/locks.ts';
import { useServer } from '../../../support/server.ts';
import { whileHeld } from '../../../support/while-held.ts';
import { Importing } from '../../imports/server/support.ts';
import { dataOf, messageOf, useVerifiedClient, type Row } from './support.ts';

const STUDIO = '/v1/portal/schema_studio/resources/equipment';
const EQUIPMENT = '/v1/portal/x/equipment';
const BOOKINGS = '/v1/portal/x/room-booking';
const UNIQUE = { 'x-resource': { unique: [['equipment_name', 'kind'], ['remark']] } };
const TAKEN = '已有器材名称、类别相同的心理器材';

describeApi("values that only one row of a tenant's own resource may have", (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2003, 4);

  async function publish(overlay: Row) {
    const { version } = dataOf<{ version: number }>(await admin().get(STUDIO));
    const { seen } = dataOf<{ seen: string }>(await admin().post(`${STUDIO}/impact`, { overlay }));
    const answer = await admin().post(`${STUDIO}/publish`, { overlay, version, seen, note: '' });
    expect(answer.status).toBe(200);
  }
  const make = (equipment_name: string, body: Row = {}) =>
    admin().post(EQUIPMENT, { equipment_name, kind: 'relax', ...body });
  const change = (row: Row, body: Row) => admin().put(`${EQUIPMENT}/${String(row['equipment_id'])}`, body);
  const keys = () =>
    server().db.admin(async (run) => {
      await run("select set_config('app.org_id', '2003', false)");
      return run("select row_id, sole from row_keys where org_id = '2003' and entity = 'equipment' order by row_id");
    });
  /** What another process stores that has read the same rows. */
  const insert = (entity: string, ext: Row) =>
    sql<Row>`insert into tenant_rows (org_id, entity, row_id, ext)
      values ('2003', ${entity}, 'by-another-process', ${JSON.stringify(ext)}::jsonb)`.compile(qb);

  let former: Row[];
  beforeAll(async () => {
    former = [dataOf(await make('重名的')), dataOf(await make('重名的'))];
    await publish(UNIQUE);
  });

  it('are refused with the names of the fields, and free again when their row changes or goes', async () => {
    const first = dataOf(await make('放松舱'));
    const second = await make('放松舱');
    expect([second.status, second.fields]).toEqual([400, ['/equipment_name']]);
    expect(messageOf(second, '/equipment_name')).toBe(TAKEN);
    const other = dataOf(await make('放松舱', { kind: 'other' }));
    expect((await change(other, { kind: 'relax' })).status).toBe(400);
    expect((await change(first, { equipment_name: '改名的' })).status).toBe(200);
    expect((await change(other, { kind: 'relax' })).status).toBe(200);
    await admin().delete(`${EQUIPMENT}/${String(other['equipment_id'])}`);
    expect((await make('放松舱')).status).toBe(201);
  });

  it('are taken by one of several who write at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => make('同时的')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    const [one, two] = [dataOf(await make('甲')), dataOf(await make('乙'))];
    const changes = await Promise.all([one, two].map((row) => change(row, { equipment_name: '丙' })));
    expect(changes.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('are refused by the database when no read could have seen them', async () => {
    const late = async (stored: Parameters<typeof insert>, write: () => ReturnType<typeof make>) => {
      let answer: ReturnType<typeof make> | undefined;
      await whileHeld(server().db, '2003', [insert(...stored)], async () => {
        answer = write();
        await waitForLock(server().db);
      });
      return (await answer)?.status;
    };
    const refused = kind === 'server' ? 409 : 400;
    const made = () => make('看不见的');
    expect(await late(['equipment', { equipment_name: '看不见的', kind: 'relax' }], made)).toBe(refused);
    const slot = (from: string, to: string) => `2026-12-28T${from}:00.000Z/2026-12-28T${to}:00.000Z`;
    const book = (room: string, from: string, to: string) =>
      admin().post(BOOKINGS, { subject: '团体活动', room, slot: slot(from, to) });
    expect((await book('group', '01:00', '02:00')).status).toBe(201);
    const stored = { subject: '另一个', room: 'group', slot: slot('03:00', '04:00') };
    expect(await late(['room-booking', stored], () => book('group', '03:30', '05:00'))).toBe(refused);
    expect((await book('group', '04:00', '05:00')).status).toBe(201);
    expect((await book('relax', '03:30', '05:00')).status).toBe(201);
  });

  it('leave rows that collided before the rule editable, and keep others out of their values', async () => {
    const [one, two] = former;
    if (!one || !two) throw new Error('no rows');
    expect((await change(one, { amount: 3 })).status).toBe(200);
    expect((await change(two, { amount: 4 })).status).toBe(200);
    expect((await make('重名的')).status).toBe(400);
    expect((await change(one, { equipment_name: '不再重名' })).status).toBe(200);
    expect((await make('重名的')).status).toBe(400);
  });

  it('hold for an import, with stored rows and within the file', async () => {
    const importing = new Importing(server(), admin(), EQUIPMENT);
    expect((await make('有说明的', { remark: '三楼' })).status).toBe(201);
    const lines = ['器材名称,类别,说明', '导入一,放松,四楼', '导入二,放松,四楼', '导入三,放松,三楼', '导入四,放松,'];
    const found = await importing.preview(Buffer.from(lines.join('\r\n')), undefined, 'a.csv');
    expect(found.rows).toMatchObject({ total: 4, new: 2, wrong: 2 });
    await admin().post(`${importing.imports}/${importing.id}/write`, {});
    await importing.settled();
    expect((await make('再来的', { remark: '四楼' })).fields).toEqual(['/remark']);
  });

  it('are free while the rule is away; when it is back, it holds for what came meanwhile', async () => {
    await publish({});
    expect((await make('同时的')).status).toBe(201);
    expect(await keys()).toEqual([]);
    const meanwhile = dataOf(await make('其间的'));
    await publish(UNIQUE);
    expect((await make('其间的')).status).toBe(400);
    expect((await change(meanwhile, { equipment_name: '其间的二' })).status).toBe(200);
    expect((await make('其间的')).status).toBe(201);
  });

  const rulesKept = () =>
    server().db.admin(async (run) => {
      await run("select set_config('app.org_id', '2003', false)");
      const rows = await run("select rule from row_rules where org_id = '2003' and entity = 'equipment' order by 1");
      return rows.map(({ rule }) => rule);
    });
  const serial = (field: Row) => ({
    properties: { serial: { title: '编号', ...field, 'x-form': { on: ['create', 'edit'], order: 90 } } },
    'x-resource': { unique: [...UNIQUE['x-resource'].unique, ['serial']] },
  });

  it('keep their keys over a publication, except for those of values that it converts', async () => {
    await publish(serial({ type: 'string', maxLength: 20 }));
    expect(await rulesKept()).toEqual(['unique equipment_name kind', 'unique remark']);
    expect((await make('有编号的', { serial: '12' })).status).toBe(201);
    const all = await rulesKept();
    expect(all).toEqual(['unique equipment_name kind', 'unique remark', 'unique serial']);
    const before = await keys();
    await publish(serial({ type: 'string', maxLength: 30 }));
    expect([await rulesKept(), await keys()]).toEqual([all, before]);
    await publish(serial({ type: 'integer' }));
    expect(await rulesKept()).toEqual(['unique equipment_name kind', 'unique remark']);
    expect((await make('又有编号的', { serial: 12 })).fields).toEqual(['/serial']);
    await publish(UNIQUE);
    expect(await rulesKept()).toEqual(['unique equipment_name kind', 'unique remark']);
  });

  it('are kept again by a writer who waited for one with other rules', async () => {
    expect((await make('先来的')).status).toBe(201);
    let answer: ReturnType<typeof make> | undefined;
    const others = [lockAll('2003', 'equipment'), dropRules('2003', 'equipment', [])];
    await whileHeld(server().db, '2003', others, async () => {
      answer = make('后来的');
      await waitForLock(server().db);
    });
    expect((await answer)?.status).toBe(201);
    expect(await rulesKept()).toEqual(['unique equipment_name kind', 'unique remark']);
    expect((await make('后来的')).status).toBe(400);
  });

  it('may be named twice, and still lock only themselves', async () => {
    const { unique } = UNIQUE['x-resource'];
    await publish({ 'x-resource': { unique: [...unique, ...unique] } });
    expect((await make('两次一')).status).toBe(201);
    await whileHeld(server().db, '2003', [lockSome('2003', 'equipment')], async () => {
      expect((await make('两次二')).status).toBe(201);
    });
  });

  it('are not known to other organisations', async () => {
    const [seen] = await server().db.read({ orgId: '2001', userId: null }, [
      sql<{ n: number }>`select count(*)::int as n from row_keys where org_id = '2003'`.compile(qb),
    ]);
    expect(seen).toEqual([{ n: 0 }]);
    expect((await keys()).length).toBeGreaterThan(0);
  });
});
