import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { wholeRecord } from '../../../../src/features/privacy/server/export-record.ts';
import { qb } from '../../../../src/platform/db/server/query-builder.ts';
import { documentOf, type RichText } from '../../../../src/platform/rich-text/rich-text.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { staffContext } from '../../../support/staff-context.ts';
import { Importing } from '../../imports/server/support.ts';
import { textsOf } from './cells.ts';
import { dataOf, messageOf, query, refusalOf, rowsOf, useVerifiedClient, type Listed, type Row } from './support.ts';

const STUDIO = '/v1/portal/schema_studio/resources/equipment';
const EQUIPMENT = '/v1/portal/x/equipment';

const checks = {
  type: 'array',
  'x-kind': 'group',
  title: '检修',
  maxItems: 3,
  'x-fields': [
    { name: 'on', title: '日期', type: 'string', format: 'date', required: true },
    { name: 'part', title: '部件', type: 'string', maxLength: 10, required: true },
    { name: 'cost', title: '费用', type: 'number', minimum: 0, 'x-decimals': 2, 'x-unit': '元' },
    { name: 'result', title: '结果', type: 'string', enum: ['ok', 'bad'], 'x-labels': { ok: '完好', bad: '损坏' } },
    { name: 'note', title: '说明', type: 'string', maxLength: 50, 'x-kind': 'text' },
  ],
  'x-list': { order: 30 },
  'x-form': { on: ['create', 'edit'], order: 30 },
  'x-sheet': { export: true },
};
const manual = {
  type: 'object',
  'x-kind': 'rich-text',
  title: '用法',
  maxLength: 40,
  'x-list': { order: 31 },
  'x-form': { on: ['create', 'edit'], order: 31 },
  'x-sheet': { import: true, export: true },
};
const FIELDS = { properties: { checks, manual } };
const HEADING: RichText = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '先读' }] },
    { type: 'paragraph', content: [{ type: 'text', text: '再用', marks: [{ type: 'bold' }] }] },
  ],
};

describeApi('fields of a tenant with parts', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2003, 4);
  const impactOf = async (overlay: Row) =>
    dataOf<{ changes: Row[]; seen: string }>(await admin().post(`${STUDIO}/impact`, { overlay }));
  async function publish(overlay: Row) {
    const { version } = dataOf<{ version: number }>(await admin().get(STUDIO));
    const { changes, seen } = await impactOf(overlay);
    const { status } = await admin().post(`${STUDIO}/publish`, { overlay, version, seen, note: '' });
    expect(status).toBe(200);
    return changes;
  }
  const make = (body: Row) => admin().post(EQUIPMENT, { equipment_name: '沙盘', kind: 'sandplay', ...body });
  const change = (id: unknown, body: Row) => admin().put(`${EQUIPMENT}/${String(id)}`, body);
  const get = async (id: unknown) => dataOf(await admin().get(`${EQUIPMENT}/${String(id)}`));

  beforeAll(async () => {
    await publish(FIELDS);
  });

  it('are stored, changed and cleared; empty lines and empty values go', async () => {
    const row = dataOf(
      await make({
        checks: [{ on: '2026-09-01', part: '沙箱', cost: 12.5, result: 'ok', note: '' }, {}, { on: null, part: '' }],
        manual: HEADING,
      }),
    );
    expect(row).toMatchObject({
      checks: [{ on: '2026-09-01', part: '沙箱', cost: 12.5, result: 'ok' }],
      manual: HEADING,
    });
    const id = row['equipment_id'];
    expect(await get(id)).toMatchObject({ checks: row['checks'], manual: HEADING });
    const log = dataOf<Listed>(
      await admin().get(query('/v1/portal/audits/logs/list', { resource: 'equipment', act: 'create' })),
    );
    const written = dataOf<Listed>(
      await admin().get(`/v1/portal/audits/logs/${String(log.items[0]?.['log_id'])}/changes`),
    );
    expect(written.items).toContainEqual({
      field: 'checks',
      title: '检修',
      after: '日期 2026-09-01，部件 沙箱，费用 12.50 元，结果 完好',
    });
    const cleared = dataOf(await change(id, { checks: [], manual: documentOf('') }));
    expect([cleared['checks'], cleared['manual']]).toEqual([undefined, undefined]);
  });

  it('are refused at the inner place', async () => {
    const wrong = await make({
      checks: [
        { on: '2026-09-01', part: '沙箱', cost: 1.234 },
        { on: '2026-02-30', part: '一个长得放不下的部件名称', result: 'lost', other: 1 },
        { part: '沙', note: '两行\n可以' },
      ],
    });
    expect([wrong.status, wrong.fields.sort()]).toEqual([
      400,
      ['/checks/0/cost', '/checks/1/on', '/checks/1/other', '/checks/1/part', '/checks/1/result', '/checks/2/on'],
    ]);
    expect(messageOf(wrong, '/checks/0/cost')).toBe('最多 2 位小数');
    expect(messageOf(wrong, '/checks/2/on')).toBe('请填写日期');
    const line = { on: '2026-09-01', part: '沙箱' };
    const many = await make({ checks: [line, line, line, line] });
    expect([many.fields, messageOf(many, '/checks')]).toEqual([['/checks'], '最多 3 行']);
    expect((await make({ checks: [{ ...line, part: '两\n行' }] })).fields).toEqual(['/checks/0/part']);
    const long = await make({ manual: documentOf('字'.repeat(41)) });
    expect([long.fields, messageOf(long, '/manual')]).toEqual([['/manual'], '最多 40 个字，现在有 41 个']);
    const attacks = [
      { type: 'doc', content: [{ type: 'script', content: [] }] },
      { type: 'doc', content: [{ type: 'image', attrs: { file_id: 'a', alt: '' } }] },
      {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'html' }] }] }],
      },
      { type: 'doc', content: [null] },
      { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: 1 }] }] },
      '<b>x</b>',
    ];
    for (const manual of attacks) {
      const refused = await make({ manual });
      expect([refused.status, refused.fields]).toEqual([400, ['/manual']]);
    }
    const mark = { type: 'link', href: 'javascript:alert(1)' };
    const linked = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [mark] }] }],
    };
    expect((await make({ manual: linked })).fields).toEqual(['/manual']);
  });

  it('are exported as words, and formatted text is imported as paragraphs', async () => {
    const line = { on: '2026-09-01', part: '沙箱', result: 'bad' };
    const { equipment_id: id } = dataOf(await make({ equipment_name: '出', checks: [line, line], manual: HEADING }));
    const [header = [], cells = []] = textsOf(
      (await admin().get(query(`${EQUIPMENT}/export`, { ids: String(id) }))).body,
    );
    const words = '日期 2026-09-01，部件 沙箱，结果 损坏';
    expect(cells[header.indexOf('检修')]).toBe(`${words}；${words}`);
    expect(cells[header.indexOf('用法')]).toBe('先读\n再用');
    const importing = new Importing(server(), admin(), EQUIPMENT);
    const sheet = Buffer.from('器材名称,类别,用法\r\n进,沙盘,"先读\n后用"');
    expect((await importing.preview(sheet, undefined, 'a.csv')).rows).toMatchObject({ new: 1, wrong: 0 });
    await admin().post(`${importing.imports}/${importing.id}/write`, {});
    await importing.settled();
    expect(dataOf<Listed>(await admin().get(query(EQUIPMENT, { equipment_name: '进' }))).items).toMatchObject([
      { manual: documentOf('先读\n后用') },
    ]);
    expect((await admin().get(query(EQUIPMENT, { sort: 'checks' }))).status).toBe(400);
  });

  it('are not imported as groups: the preview names the column, and the write waits for a confirmation', async () => {
    const line = { on: '2026-09-01', part: '沙箱' };
    const { equipment_id: id } = dataOf(await make({ equipment_name: '往返', checks: [line] }));
    const importing = new Importing(server(), admin(), EQUIPMENT);
    const sheet = Buffer.from('器材名称,类别,数量,检修\r\n往返,沙盘,7,"日期 2026-09-02，部件 别的"');
    const { columns, rows } = await importing.preview(sheet, undefined, 'a.csv');
    expect([columns, rows]).toMatchObject([
      { groups: ['检修'], unknown: [], ignored: [] },
      { changed: 1, wrong: 0 },
    ]);
    const write = (body: Row) => admin().post(`${importing.imports}/${importing.id}/write`, body);
    const refused = await write({});
    expect([refused.status, refusalOf(refused).message]).toEqual([
      400,
      '这些列是可以有几行的内容，只能在表单中填写：检修。请确认不导入这些列',
    ]);
    expect((await write({ ignore: ['检修'] })).status).toBe(200);
    await importing.settled();
    expect(await get(id)).toMatchObject({ amount: 7, checks: [line] });
  });

  it('belong to the child that their row is about: printed in words, erased with the child', async () => {
    const child = String(dataOf<Listed>(await admin().get('/v1/portal/students?size=1')).items[0]?.['child_id']);
    const child_ref = {
      type: 'string',
      'x-kind': 'row',
      'x-of': 'student',
      title: '使用学生',
      maxLength: 64,
      'x-form': { on: ['create', 'edit'], order: 32 },
    };
    await publish({ properties: { ...FIELDS.properties, child_ref } });
    const line = { on: '2026-09-01', part: '沙箱', cost: 12.5, result: 'bad' };
    const { equipment_id: id } = dataOf(
      await make({
        equipment_name: '孩子的',
        child_ref: child,
        checks: [line, { ...line, part: '自带的沙具' }],
        manual: HEADING,
      }),
    );
    const ctx = await staffContext(server().services, '2003', 4);
    const { document, json } = (await wholeRecord(ctx, child, { orgName: '', by: '' })) ?? expect.fail('no record');
    const printed = document.sections.find(({ title }) => title === '心理器材')?.rows?.map(([, text]) => text);
    const words =
      '日期 2026-09-01，部件 沙箱，费用 12.50 元，结果 损坏；日期 2026-09-01，部件 自带的沙具，费用 12.50 元，结果 损坏';
    expect(printed).toEqual([expect.stringContaining(`检修：${words}\n用法：先读\n再用`)]);
    expect(JSON.stringify(json.records)).toContain('"part":"自带的沙具"');
    // As the product erases: of a student who has left.
    await rowsOf(server(), 'update students set study_status = 3 where child_id = $1', child);
    await server().db.transaction({ orgId: '2003', userId: null }, (tx) =>
      tx.run(sql`select * from erase_child(${child})`.compile(qb)),
    );
    expect((await admin().get(`${EQUIPMENT}/${String(id)}`)).status).toBe(404);
    expect(await rowsOf(server(), 'select 1 from row_values where row_id = $1', id)).toEqual([]);
    expect(await rowsOf(server(), "select 1 from tenant_rows where ext::text like '%自带的沙具%'")).toEqual([]);
  });

  it('are converted between lines and formatted text; what a narrower group does not allow is counted', async () => {
    await make({ equipment_name: '转', manual: HEADING, checks: [{ on: '2026-09-01', part: '沙箱', cost: 5 }] });
    const fewer = { ...checks, 'x-fields': checks['x-fields'].filter(({ name }) => name !== 'cost') };
    const counted = (await impactOf({ properties: { checks: fewer, manual } })).changes;
    expect(counted).toEqual([expect.objectContaining({ kind: 'rules', field: 'checks' })]);
    const lines = { ...manual, type: 'string', 'x-kind': 'text', maxLength: 500 };
    const changes = await publish({ properties: { checks: fewer, manual: lines } });
    expect(changes.map((one) => [one['kind'], one['field']])).toContainEqual(['converted', 'manual']);
    const rows = dataOf<Listed>(await admin().get(query(EQUIPMENT, { equipment_name: '转' }))).items;
    expect(rows).toMatchObject([{ manual: '先读\n再用', checks: [{ on: '2026-09-01', part: '沙箱' }] }]);
    expect(JSON.stringify(rows)).not.toContain('cost');
    await publish(FIELDS);
    const [back] = dataOf<Listed>(await admin().get(query(EQUIPMENT, { equipment_name: '转' }))).items;
    expect(back).toMatchObject({ manual: documentOf('先读\n再用'), checks: [{ cost: 5 }] });
  });

  it('of a wrong declaration are refused with place and fix', async () => {
    const findingsOf = async (field: Row) =>
      dataOf<{ findings: { pointer: string }[] }>(
        await admin().post(`${STUDIO}/check`, { overlay: { properties: { checks: field } } }),
      ).findings.map(({ pointer }) => pointer);
    expect(await findingsOf({ ...checks, maxItems: 51 })).toEqual(['/properties/checks/maxItems']);
    expect(await findingsOf({ ...checks, 'x-filter': { match: 'in', order: 1 } })).toContain(
      '/properties/checks/x-filter',
    );
    const twice = [checks['x-fields'][0], { ...checks['x-fields'][1], name: 'on', maxLength: undefined }];
    expect(await findingsOf({ ...checks, 'x-fields': twice })).toEqual([
      '/properties/checks/x-fields/1/name',
      '/properties/checks/x-fields/1',
    ]);
  });
});
