import { appendFileSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeExt } from '../../../../src/platform/resources/server/queries/rows/ext.ts';
import { root } from '../../../../src/platform/runtime/server/root.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { csv, Importing } from '../../imports/server/support.ts';
import { dataOf, query, rowsOf, useClient, useVerifiedClient, type Listed, type Row } from './support.ts';

const STUDIO = '/v1/portal/schema_studio/resources';
const [LOANS, TOOLS] = ['/v1/portal/x/loan', '/v1/portal/x/tool'];

const field = (title: string, order: number, more: object = {}) => ({
  type: 'string',
  title,
  maxLength: 60,
  'x-list': { order, sorter: true },
  'x-form': { on: ['create', 'edit'], order },
  'x-sheet': { import: true, export: true },
  ...more,
});
const amount = (title: string, order: number, more: object = {}) =>
  field(title, order, { type: 'number', maxLength: undefined, 'x-decimals': 2, ...more });
const computed = (title: string, order: number, expression: object, more: object = {}) =>
  amount(title, order, {
    readOnly: true,
    'x-form': undefined,
    'x-sheet': { export: true },
    'x-filter': { match: 'range', order },
    'x-computed': expression,
    ...more,
  });
const COST = { '*': [{ var: 'days' }, { sum: { var: 'tools.price' } }] };
const ROOM_COST = { '+': [{ var: 'room.price' }, 0] };

const loan = (more: object = {}, resource: object = {}) => ({
  title: '借用',
  required: ['name'],
  properties: {
    name: field('事由', 1),
    days: amount('天数', 2, { 'x-decimals': undefined, type: 'integer' }),
    tools: field('器材', 3, {
      type: 'array',
      maxLength: undefined,
      'x-kind': 'rows',
      'x-of': 'tool',
      'x-list': { order: 3 },
    }),
    room: field('主要器材', 4, { 'x-kind': 'row', 'x-of': 'tool', 'x-list': { order: 4 } }),
    cost: computed('费用', 5, COST),
    room_cost: computed('主要器材单价', 6, ROOM_COST),
    ...more,
  },
  'x-resource': { label: 'name', area: 'own/tool', help: '借用', ...resource },
});
const tool = (more: object = {}, resource: object = {}) => ({
  title: '器材',
  required: ['name'],
  properties: {
    name: field('名称', 1),
    price: amount('单价', 2),
    secret: field('备注', 3, { 'x-seen-by': [4] }),
    ...more,
  },
  'x-resource': { label: 'name', area: 'own/tool', help: '器材', ...resource },
});
const clean = (document: object): object => JSON.parse(JSON.stringify(document)) as object;

function withResources(): { schemasDir: string; policiesDir: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-related-'));
  const [schemasDir, policiesDir] = [path.join(folder, 'schemas'), path.join(folder, 'policies')];
  cpSync(path.join(root, 'schemas'), schemasDir, { recursive: true });
  cpSync(path.join(root, 'policies'), policiesDir, { recursive: true });
  mkdirSync(path.join(schemasDir, 'tenants/2001'), { recursive: true });
  for (const [name, document] of [
    ['loan', loan()],
    ['tool', tool()],
    ['visit', { ...tool({ pupil: field('学生', 4, { 'x-kind': 'row', 'x-of': 'student' }) }), title: '家访' }],
    ['elsewhere', { ...tool({}, { area: 'own-resource' }), title: '别处' }],
    ['broken', { ...loan({ cost: computed('费用', 5, { sum: { var: 'tools.weight' } }) }), title: '坏的' }],
  ] as const)
    writeFileSync(path.join(schemasDir, `tenants/2001/${name}.json`), JSON.stringify(document));
  appendFileSync(path.join(policiesDir, 'access.csv'), '\np, own/tool, *, 3, 4|8, 2, *, *\n');
  return { schemasDir, policiesDir };
}

describeApi('fields computed from related rows', (kind) => {
  const server = useServer(kind, withResources());
  const admin = useVerifiedClient(server, 2001, 4);
  const psychologist = useClient(server, 2001, 8);
  const idOf = (row: Row, of: string) => String(row[`${of}_id`]);
  const makeTool = async (name: string, price?: number) =>
    dataOf(await admin().post(TOOLS, { name, ...(price !== undefined && { price }) }));
  const reprice = async (row: Row, price: number) =>
    dataOf(await admin().put(`${TOOLS}/${idOf(row, 'tool')}`, { price }));
  const lend = async (body: Row) => dataOf(await admin().post(LOANS, { name: '活动', ...body }));
  const costOf = async (row: Row) =>
    dataOf(await psychologist().get(`${LOANS}/${idOf(row, 'loan')}`)) as { cost?: number; room_cost?: number };
  const work = () => server().services.jobs.runDue();
  const check = async (name: string, overlay: object) =>
    dataOf<{ findings: { pointer: string; reason: string }[] }>(
      await admin().post(`${STUDIO}/${name}/check`, { overlay: clean(overlay) }),
    ).findings;
  const publish = async (name: string, overlay: object) => {
    const { version } = dataOf<{ version: number }>(await admin().get(`${STUDIO}/${name}`));
    const impact = dataOf<{ seen: string; changes: { kind: string; rows: number; examples?: object[] }[] }>(
      await admin().post(`${STUDIO}/${name}/impact`, { overlay: clean(overlay) }),
    );
    const answer = await admin().post(`${STUDIO}/${name}/publish`, {
      overlay: clean(overlay),
      version,
      seen: impact.seen,
      note: '',
    });
    expect(answer.status, answer.text).toBe(200);
    return impact;
  };
  let sand: Row, lamp: Row, unpriced: Row;
  beforeAll(async () => {
    [sand, lamp, unpriced] = [await makeTool('沙盘', 10), await makeTool('灯', 2.5), await makeTool('旧灯')];
  });
  const ids = (...rows: Row[]) => rows.map((row) => idOf(row, 'tool'));

  it('have their value when the row is written, and follow its references', async () => {
    const row = await lend({ days: 3, tools: ids(sand, lamp), room: idOf(sand, 'tool') });
    expect(row).toMatchObject({ cost: 37.5, room_cost: 10 });
    const fewer = dataOf(await admin().put(`${LOANS}/${idOf(row, 'loan')}`, { tools: ids(lamp), room: null }));
    expect([fewer['cost'], fewer['room_cost']]).toEqual([7.5, undefined]);
    // A row without the value counts for nothing, and without any row there is no sum.
    expect((await lend({ days: 2, tools: ids(lamp, unpriced) }))['cost']).toBe(5);
    expect((await lend({ days: 2 }))['cost']).toBeUndefined();
  });

  it('follow a change of the other row, in lists and filters, and no other row changes', async () => {
    const [one, other] = [await lend({ days: 2, tools: ids(sand) }), await lend({ days: 2, tools: ids(lamp) })];
    await reprice(sand, 11);
    await work();
    expect([(await costOf(one)).cost, (await costOf(other)).cost]).toEqual([22, 5]);
    const found = dataOf<Listed>(await admin().get(query(LOANS, { size: 50, cost_from: 22, cost_to: 22 }))).items;
    expect(found.map((row) => row['loan_id'])).toEqual([one['loan_id']]);
    const after = dataOf(await admin().get(`${LOANS}/${idOf(one, 'loan')}`));
    expect(after['updated_at']).toBe(one['updated_at']);
    await reprice(sand, 10);
    await work();
    expect((await costOf(one)).cost).toBe(20);
  });

  it('are computed for all rows of a file', async () => {
    const sheet = csv([
      ['事由', '天数', '器材'],
      ['导入甲', '4', '沙盘'],
      ['导入乙', '4', '沙盘、灯'],
    ]);
    const importing = new Importing(server(), admin(), LOANS);
    expect((await importing.preview(sheet, undefined, 'a.csv')).rows).toMatchObject({ new: 2, wrong: 0 });
    await admin().post(`${importing.imports}/${importing.id}/write`, {});
    await importing.settled();
    const items = dataOf<Listed>(await admin().get(query(LOANS, { size: 50 }))).items;
    const costs = Object.fromEntries(items.map(({ name, cost }) => [String(name), cost]));
    expect([costs['导入甲'], costs['导入乙']]).toEqual([40, 50]);
  });

  it('are right when rows are written while the other row changes', async () => {
    const busy = await makeTool('常用', 1);
    const writes = Array.from({ length: 12 }, async (_, i) =>
      i % 3 === 0 ? reprice(busy, i + 1) : lend({ name: `同时 ${i}`, days: 1, tools: ids(busy) }),
    );
    await Promise.all(writes);
    await work();
    const { price } = dataOf(await admin().get(`${TOOLS}/${idOf(busy, 'tool')}`));
    const stored = await rowsOf(
      server(),
      "select distinct ext -> 'cost' as cost from tenant_rows where entity = 'loan' and ext -> 'tools' @> to_jsonb($1::text)",
      idOf(busy, 'tool'),
    );
    expect(stored).toEqual([{ cost: price }]);
  });

  it('are stored only where what they follow from is still the same', async () => {
    const row = await lend({ days: 1, tools: ids(lamp, sand) });
    const { db, services } = server();
    const { schema } = services.schemas.entity('2001', 'loan');
    const { table } = services.resources.hooksFor(schema);
    const store = async (tools: readonly string[]) => {
      const change = { id: idOf(row, 'loan'), was: { tools }, is: { cost: 999 } };
      await db.transaction({ orgId: '2001', userId: null }, (tx) => tx.run(changeExt('2001', schema, table, [change])));
    };
    // A part of the list is another list.
    await store(ids(lamp));
    expect((await costOf(row)).cost).toBe(12.5);
    await store(ids(lamp, sand));
    expect((await costOf(row)).cost).toBe(999);
  });

  it('are computed again by a publication, which counts the rows before', async () => {
    const row = await lend({ days: 3, tools: ids(sand), room: idOf(sand, 'tool') });
    // A patch: the operation that the file has goes.
    const twice = computed('主要器材单价', 6, { '+': null, '*': [{ var: 'room.price' }, 2] });
    const { changes } = await publish('loan', { properties: { room_cost: twice } });
    expect(changes).toContainEqual(
      expect.objectContaining({ kind: 'computed', rows: 1, examples: [{ from: '10.00', to: '20.00' }] }),
    );
    expect((await costOf(row)).room_cost).toBe(20);
    await publish('loan', {});
    expect((await costOf(row)).room_cost).toBe(10);
  });

  it('stay as they are where a file computes from what there is not, which is reported', async () => {
    const problems = server()
      .services.schemas.problems()
      .filter(({ entity }) => entity === 'broken');
    expect(problems).toMatchObject([
      { pointer: '/properties/cost/x-computed', reason: expect.stringContaining('weight') as string },
    ]);
    const made = await admin().post('/v1/portal/x/broken', { name: '照常', tools: ids(sand) });
    expect([made.status, dataOf(made)['cost']]).toEqual([201, undefined]);
  });

  describe('are refused', () => {
    const withCost = (expression: object, resource: object = {}) => ({
      properties: { cost: computed('费用', 5, { '*': null, ...expression }) },
      ...(Object.keys(resource).length > 0 && { 'x-resource': resource }),
    });
    it.each<[string, object, string]>([
      ['with a field that there is not', withCost({ sum: { var: 'tools.weight' } }), '没有可以用来计算的字段 weight'],
      ['with a field that only some roles see', withCost({ sum: { var: 'tools.secret' } }), '仅部分角色可见'],
      ['over two relations', withCost({ sum: { var: 'tools.price.more' } }), '没有关联其他记录'],
      ['through a field that refers to nothing', withCost({ sum: { var: 'days.price' } }), '没有关联其他记录'],
      [
        'with rows that are in the scope of some',
        {
          properties: {
            visit: field('家访', 9, { 'x-kind': 'row', 'x-of': 'visit' }),
            cost: computed('费用', 5, { '*': null, '+': [{ var: 'visit.price' }, 1] }),
          },
        },
        '只在各自的管理范围内可见',
      ],
      [
        'with rows that other roles open',
        {
          properties: {
            far: field('别处', 9, { 'x-kind': 'row', 'x-of': 'elsewhere' }),
            cost: computed('费用', 5, { '*': null, '+': [{ var: 'far.price' }, 1] }),
          },
        },
        '不一定能查看别处',
      ],
      [
        'with rows of the product',
        {
          properties: {
            pupil: field('学生', 9, { 'x-kind': 'row', 'x-of': 'student' }),
            cost: computed('费用', 5, { '*': null, '+': [{ var: 'pupil.sex' }, 1] }),
          },
        },
        '只能用本校自己的资源的字段',
      ],
      ['where rows are compared by them', withCost(COST, { unique: [['cost']] }), '不能由关联的记录计算'],
    ])('%s', async (_, overlay, reason) => {
      const found = await check('loan', overlay);
      expect(found.map((one) => one.reason).join('；')).toContain(reason);
    });

    it('where the other field is computed from related rows itself', async () => {
      const parent = {
        properties: {
          part_of: field('属于', 8, { 'x-kind': 'row', 'x-of': 'tool' }),
          sum_price: computed('合计', 9, { '+': [{ var: 'part_of.price' }, { var: 'price' }] }),
        },
      };
      await publish('tool', parent);
      const found = await check('loan', withCost({ sum: { var: 'tools.sum_price' } }));
      expect(found[0]?.reason).toContain('也由关联的记录计算');
      const part = dataOf(await admin().post(TOOLS, { name: '零件', price: 1, part_of: idOf(sand, 'tool') }));
      expect(part['sum_price']).toBe(11);
      await publish('tool', {});
    });

    it('as a change of the other resource that takes the field away', async () => {
      const found = await check('tool', { properties: { price: { 'x-hidden': true } } });
      expect(found).toContainEqual(
        expect.objectContaining({
          pointer: '/properties/price',
          reason: expect.stringContaining('借用用它计算') as string,
        }),
      );
      expect(await check('tool', { properties: { price: { title: '价格' } } })).toEqual([]);
    });
  });
});
