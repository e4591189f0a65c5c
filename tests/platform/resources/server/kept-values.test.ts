import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { qb } from '../../../../src/platform/db/server/query-builder.ts';
import { KEPT_TABLES } from '../../../../src/platform/resources/server/queries/rows/row-values.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { whileHeld } from '../../../support/while-held.ts';
import { MINUTE } from '../../../support/world.ts';
import { CLASSES, dataOf, query, rowsOf, useVerifiedClient, type Listed, type Row } from './support.ts';

const STUDIO = '/v1/portal/schema_studio/resources';
const EQUIPMENT = '/v1/portal/x/equipment';

const field = (order: number, match: string | undefined, more: Row) => ({
  type: 'string',
  'x-list': { order, sorter: true },
  ...(match && { 'x-filter': { match, order } }),
  'x-form': { on: ['create', 'edit'], order },
  ...more,
});
const tags = { enum: ['a', 'b', 'c'], 'x-labels': { a: '甲', b: '乙', c: '丙' } };
const FIELDS = {
  lendable: { 'x-list': { order: 5, sorter: true } },
  serial: field(20, 'equals', { title: '编码', maxLength: 200 }),
  level: field(21, 'range', { title: '温度', type: 'number', minimum: -1000, maximum: 1000 }),
  checked_at: field(22, 'range', { title: '检查时间', format: 'date-time' }),
  tags: field(23, 'in', { title: '标签', type: 'array', 'x-kind': 'choices', 'x-list': { order: 23 }, ...tags }),
  class_id: field(24, 'equals', { title: '班级', 'x-kind': 'class', maxLength: 64 }),
  mobile: field(25, 'equals', { title: '电话', 'x-mask': 'phone', 'x-list': { order: 25 }, maxLength: 20 }),
};

describeApi('values of own fields that are kept beside the rows', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2003, 4);

  async function publish(overlay: Row) {
    const at = `${STUDIO}/equipment`;
    const publisher = await admin().verified();
    const { version } = dataOf<{ version: number }>(await publisher.get(at));
    const { seen } = dataOf<{ seen: string }>(await publisher.post(`${at}/impact`, { overlay }));
    const answer = await publisher.post(`${at}/publish`, { overlay, version, seen, note: '' });
    expect(answer.status, answer.text).toBe(200);
  }
  const work = () => server().services.jobs.runDue();
  const sql2003 = (text: string, ...parameters: unknown[]) => rowsOf(server(), text, ...parameters);
  const stateOf = async (name: string) =>
    (await sql2003("select state from row_fields where org_id = '2003' and name = $1 order by field_no", name)).map(
      ({ state }) => state,
    );
  const valuesOf = async (name: string) =>
    (
      await sql2003(
        `select v.row_id, v.item, v.value from row_values v join row_fields f using (org_id, field_no)
         where f.org_id = '2003' and f.entity = 'equipment' and f.name = $1 order by 1, 2`,
        name,
      )
    ).map(({ row_id: id, value }) => [id, value]);
  /** The lists that read every row. */
  async function reading<T>(ask: () => Promise<T>): Promise<T> {
    await sql2003("update row_fields set state = 'filling' where state = 'ready'");
    await server().services.schemas.refresh('2003');
    try {
      return await ask();
    } finally {
      await sql2003("update row_fields set state = 'ready' where state = 'filling'");
      await server().services.schemas.refresh('2003');
    }
  }
  const make = async (body: Row) => dataOf(await admin().post(EQUIPMENT, { kind: 'relax', ...body }));
  const change = (row: Row, body: Row) => admin().put(`${EQUIPMENT}/${String(row['equipment_id'])}`, body);

  const classes: string[] = [];
  let rows: Row[];
  beforeAll(async () => {
    classes.push(...dataOf<Listed>(await admin().get(CLASSES)).items.map((one) => String(one['class_id'])));
    await publish({ properties: FIELDS });
    const levels = [-3.5, 0, 7, 7, 12.25, -1000, undefined, 999, 0.1, undefined];
    rows = await Promise.all(
      levels.map((level, i) =>
        make({
          equipment_name: `器材${i}`,
          kind: ['sandplay', 'relax', 'test'][i % 3],
          amount: i * i,
          lendable: i % 2 === 0,
          ...(i % 4 > 0 && { bought_on: `2026-0${(i % 3) + 1}-15` }),
          ...(level !== undefined && { level }),
          ...(i < 4 && { serial: i < 2 ? '长'.repeat(150) + i : `S-${i}` }),
          ...(i % 3 > 0 && { checked_at: `2026-05-0${i % 9}T0${i % 9}:30:00.000Z` }),
          ...(i > 1 && { tags: i % 2 ? ['a', 'b'] : ['c'] }),
          ...(i < 5 && { class_id: classes[i % 2] }),
          mobile: `1380000000${i}`,
        }),
      ),
    );
    // A value of another type, from before the field was a number.
    await sql2003(`update tenant_rows set ext = ext || '{"level": "12"}' where row_id = $1`, rows[6]?.['equipment_id']);
    await work();
  });

  const asked = (): Record<string, string | number>[] => [
    { kind: 'sandplay,test' },
    { lendable: 'true' },
    { lendable: 'false', kind: 'relax' },
    { amount_from: 4, amount_to: 25 },
    { level_from: -3.5 },
    { level_to: 0 },
    { level_from: -1000, level_to: 7 },
    { bought_on_from: '2026-02-01', bought_on_to: '2026-02-28' },
    { checked_at_from: '2026-05-02', checked_at_to: '2026-05-05' },
    { checked_at_to: '2026-05-04T04:30:00Z' },
    { tags: 'a' },
    { tags: 'a,c' },
    { class_id: classes[0] ?? '' },
    { class_id: 'nowhere' },
    { serial: 'S-2' },
    { serial: '长'.repeat(100) },
    ...['amount', 'level', 'lendable', 'bought_on', 'checked_at'].flatMap((name): Record<string, string | number>[] => [
      { sort: name, size: 3 },
      { sort: `-${name}`, size: 3 },
      { sort: name, size: 4, page: 2 },
      { sort: `-${name}`, size: 4, page: 3 },
      { sort: `-${name}`, tags: 'a', lendable: 'false', size: 10 },
    ]),
    { sort: 'kind,-level' },
  ];

  it('give the lists that reading every row gives, by filter and by order', async () => {
    const answers = async () => {
      const found: unknown[] = [];
      for (const parameters of asked()) {
        const answer = await admin().get(query(EQUIPMENT, parameters));
        expect([parameters, answer.status]).toEqual([parameters, 200]);
        const { total, items } = dataOf<Listed>(answer);
        found.push([parameters, total, items.map((item) => item['equipment_name'])]);
      }
      return found;
    };
    const statements: string[] = [];
    const stop = server().db.onStatement(({ sql: text }) => statements.push(text));
    const kept = await answers();
    const used = statements.filter((text) => text.includes('row_values as v')).length;
    expect(used).toBeGreaterThanOrEqual(asked().length);
    statements.length = 0;
    expect(await reading(answers)).toEqual(kept);
    expect(statements.filter((text) => text.includes('row_values as v'))).toEqual([]);
    stop();
  });

  it('follow every write, whoever writes, and go with the row', async () => {
    const [one, two] = [rows[2], rows[3]];
    if (!one || !two) throw new Error('no rows');
    const tagged = async (tag: string) =>
      dataOf<Listed>(await admin().get(query(EQUIPMENT, { tags: tag }))).items.map((item) => item['equipment_id']);
    expect((await change(one, { tags: ['b', 'c'] })).status).toBe(200);
    expect(await tagged('b')).toContain(one['equipment_id']);
    await sql2003("update tenant_rows set ext = ext - 'tags' where row_id = $1", one['equipment_id']);
    expect(await tagged('b')).not.toContain(one['equipment_id']);
    const of = (id: unknown) => sql2003('select 1 from row_values where row_id = $1', id);
    expect(await of(two['equipment_id'])).not.toEqual([]);
    expect((await admin().delete(`${EQUIPMENT}/${String(two['equipment_id'])}`)).status).toBe(200);
    expect(await of(two['equipment_id'])).toEqual([]);
  });

  it('are never those of a masked field, whose filter still works', async () => {
    expect(await stateOf('mobile')).toEqual([]);
    expect(await sql2003("select 1 from row_values where value like '1380000%'")).toEqual([]);
    expect(dataOf<Listed>(await admin().get(query(EQUIPMENT, { mobile: '13800000004' }))).total).toBe(1);
  });

  it('are complete only after the writers who did not know the field have ended', async () => {
    const late = { equipment_name: '迟到的', kind: 'relax', floor: 3 };
    const insert = sql<Row>`insert into tenant_rows (org_id, entity, row_id, ext)
      values ('2003', 'equipment', 'late', ${JSON.stringify(late)}::jsonb)`.compile(qb);
    const floor = field(26, 'range', { title: '楼层', type: 'integer', minimum: 0, maximum: 99 });
    await whileHeld(server().db, '2003', [insert], async () => {
      // A publication waits for those who hold the schemas; this writer does not.
      await publish({ properties: { ...FIELDS, floor } });
      await work();
      if (kind === 'server') {
        expect(await stateOf('floor')).toEqual(['filling']);
        expect(dataOf<{ keeping: boolean }>(await admin().get(`${STUDIO}/equipment`)).keeping).toBe(true);
      }
    });
    server().clock.advance(MINUTE);
    await work();
    expect(await stateOf('floor')).toEqual(['ready']);
    expect(dataOf<{ keeping: boolean }>(await admin().get(`${STUDIO}/equipment`)).keeping).toBe(false);
    expect(dataOf<Listed>(await admin().get(query(EQUIPMENT, { floor_from: 3 }))).items).toMatchObject([
      { equipment_name: '迟到的' },
    ]);
  });

  it('are made anew for another type; those of the former type are removed later', async () => {
    const text = { ...FIELDS, floor: field(26, 'equals', { title: '楼层', maxLength: 20 }) };
    await publish({ properties: text });
    await work();
    expect(await stateOf('floor')).toEqual(['leaving', 'ready']);
    expect(dataOf<Listed>(await admin().get(query(EQUIPMENT, { floor: '3' }))).total).toBe(1);
    // A process that has not heard of the publication may read them for some minutes.
    expect(await valuesOf('floor')).toContainEqual(['late', '3']);
    server().clock.advance(11 * MINUTE);
    await work();
    expect(await stateOf('floor')).toEqual(['ready']);
    await publish({ properties: { ...FIELDS, floor: { ...text.floor, 'x-mask': 'text', 'x-list': { order: 26 } } } });
    await work();
    expect([await stateOf('floor'), await valuesOf('floor')]).toEqual([[], []]);
  });

  it('serve own fields of the people and classes of the product too', async () => {
    const [made] = dataOf<Listed>(await admin().get(query(CLASSES, { size: 1 }))).items;
    const id = String(made?.['class_id']);
    expect((await admin().put(`${CLASSES}/${id}`, { campus: 'west' })).status).toBe(200);
    await work();
    const west = async () =>
      dataOf<Listed>(await admin().get(query(CLASSES, { campus: 'west', size: 200 }))).items.map(
        (item) => item['class_id'],
      );
    const kept = await west();
    expect(kept).toContain(id);
    expect(await reading(west)).toEqual(kept);
  });

  it('have triggers on the tables that the product names', async () => {
    const found = await sql2003(
      `select c.relname as name, count(*)::int as n from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where t.tgfoid = 'keep_row_values()'::regprocedure group by 1 order by 1`,
    );
    expect(found).toEqual([...KEPT_TABLES].sort().map((name) => ({ name, n: 3 })));
  });

  it('are not known to other organisations', async () => {
    const [seen] = await server().db.read({ orgId: '2001', userId: null }, [
      sql<{ n: number }>`select count(*)::int as n from row_values where org_id = '2003'`.compile(qb),
    ]);
    expect(seen).toEqual([{ n: 0 }]);
  });
});
