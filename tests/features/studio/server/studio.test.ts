import { describe, expect, it } from 'vitest';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';
import { book, Importing } from '../../../platform/imports/server/support.ts';
import {
  CLASSES,
  dataOf,
  messageOf,
  query,
  refusalOf,
  rowsOf,
  useClient,
  useVerifiedClient,
  type Listed,
  type Row,
} from '../../../platform/resources/server/support.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { startServer, useServer } from '../../../support/server.ts';

const STUDIO = '/v1/portal/schema_studio/resources';

interface Impact {
  total: number;
  changes: { kind: string; field: string; title: string; rows: number }[];
  seen: string;
}
interface Former {
  field: string;
  title: string;
  rows: number;
  schema?: Row;
}
interface Subject {
  version: number;
  overlay: Row;
  ground: EntitySchema;
  schema: EntitySchema;
  former: Former[];
  published_by?: string;
}

describeApi('the schema studio', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const other = useClient(server, 2002, 4);
  const college = useVerifiedClient(server, 2003, 4);
  const deputy = useClient(server, 2001, 5);
  const at = (entity: string, what = '') => `${STUDIO}/${entity}${what && `/${what}`}`;
  const read = async (client: Client, entity = 'class') => dataOf<Subject>(await client.get(at(entity)));
  const impact = async (client: Client, overlay: Row, entity = 'class') =>
    dataOf<Impact>(await client.post(at(entity, 'impact'), { overlay }));
  /** Publishes like the studio: on top of the version in force, after a preview of the effect. */
  async function publish(client: Client, overlay: Row, entity = 'class', note = ''): Promise<Answer> {
    const { version } = await read(client, entity);
    const { seen } = await impact(client, overlay, entity);
    return client.post(at(entity, 'publish'), { overlay, version, seen, note });
  }
  const room = {
    type: 'string',
    title: '教室',
    maxLength: 20,
    'x-list': { order: 20, sorter: true },
    'x-filter': { match: 'contains', order: 20 },
    'x-form': { on: ['create', 'edit'], order: 20 },
    'x-sheet': { export: true },
  };
  const withRoom = (change: Row = {}) => ({ properties: { room: { ...room, ...change } } });
  const classes = async (client: Client, parameters: Record<string, string | number> = {}) =>
    dataOf<Listed>(await client.get(query(CLASSES, { size: 200, ...parameters }))).items;

  it('shows what can be changed, to roles 1 and 4 only', async () => {
    const names = (answer: Answer) => dataOf<Listed>(answer).items.map((one) => one['entity']);
    expect(names(await admin().get(STUDIO))).toEqual(expect.arrayContaining(['class', 'student', 'year']));
    expect(names(await admin().get(STUDIO))).not.toContain('school');
    expect(names(await college().get(STUDIO))).toContain('equipment');
    expect((await admin().get(at('equipment'))).status).toBe(404);
    expect((await deputy().get(STUDIO)).status).toBe(403);
    const bureau = (await server().client.signIn('o1001r1')).withRole(1001, 1);
    expect(names(await bureau.get(STUDIO))).toEqual(['bureau-plan', 'department', 'school', 'teacher']);
  });

  it.each(['^(a+)+$', '^(?=.*a)b$', '^(a)\\1$', '^(a|aa)*$', '('])(
    'refuses the pattern %s with its reason, and publishes nothing',
    async (pattern) => {
      const overlay = withRoom({ pattern });
      const { findings } = dataOf<{ findings: Row[] }>(await admin().post(at('class', 'check'), { overlay }));
      expect(findings).toEqual([
        {
          pointer: '/properties/room/pattern',
          reason: expect.stringMatching(/^正则表达式 ".+" 不能用：./) as string,
          fix: '换一种写法',
        },
      ]);
      expect((await admin().post(at('class', 'impact'), { overlay })).status).toBe(400);
      const { version } = await read(admin());
      const refused = await admin().post(at('class', 'publish'), { overlay, version, seen: 'x', note: '' });
      expect(refused.status).toBe(400);
      expect((await read(admin())).version).toBe(version);
    },
  );

  it('refuses a draft by every rule of the files, at its place, and publishes nothing', async () => {
    const overlay = {
      required: ['class_name'],
      properties: { class_name: null, room: { ...room, 'x-lst': {} }, grade: { maximum: 'x' } },
    };
    const { findings } = dataOf<{ findings: Row[] }>(await admin().post(at('class', 'check'), { overlay }));
    expect(findings).toContainEqual({
      pointer: '/properties/class_name',
      reason: '删去了核心字段 class_name',
      fix: expect.stringContaining('x-hidden') as string,
    });
    expect(findings).toContainEqual({
      pointer: '/properties/room/x-lst',
      reason: '未知关键字 x-lst',
      fix: '改为 x-list',
    });
    const refused = await admin().post(at('class', 'publish'), { overlay, version: 0, seen: 'x' });
    expect(refused.status).toBe(400);
    expect(messageOf(refused, '/overlay/properties/room/x-lst')).toBe('未知关键字 x-lst。改为 x-list');
    for (const [name, wrong] of Object.entries({
      area: { 'x-resource': { area: 'directory' } },
      table: { 'x-resource': { table: 'accounts' } },
      mask: { properties: { mobile: { 'x-mask': null } } },
    })) {
      const { findings: found } = dataOf<{ findings: Row[] }>(
        await admin().post(at('student', 'check'), { overlay: wrong }),
      );
      expect([name, found.length > 0]).toEqual([name, true]);
    }
    expect((await read(admin())).version).toBe(0);
    expect(await rowsOf(server(), 'select 1 from schema_versions')).toEqual([]);
  });

  it('puts a published field in force at once, for its tenant only, and logs it', async () => {
    expect((await publish(admin(), withRoom(), 'class', '秋季开学')).status).toBe(200);
    const created = await admin().post(CLASSES, { class_name: '甲班', period: 3, grade: 7, room: '教一 101' });
    expect(dataOf(created)).toMatchObject({ room: '教一 101' });
    expect((await classes(admin(), { room: '101' })).map((row) => row['class_name'])).toEqual(['甲班']);
    expect(dataOf<EntitySchema>(await admin().get('/v1/portal/schemas/class')).properties['room']).toMatchObject({
      title: '教室',
      'x-tenant': true,
    });
    expect((await other().post(CLASSES, { class_name: '乙班', period: 2, grade: 1, room: 'x' })).fields).toEqual([
      '/room',
    ]);
    expect(await read(admin())).toMatchObject({ version: 1, published_by: expect.any(String) as string });
    const [entry] = dataOf<Listed>(await admin().get(query('/v1/portal/audits/logs/list', { act: 'publish' }))).items;
    expect(entry).toMatchObject({ resource: 'schema', row_id: 'class', row_label: '班级第 1 版' });
    const { items } = dataOf<Listed>(await admin().get(`/v1/portal/audits/logs/${String(entry?.['log_id'])}/changes`));
    expect(items.map((change) => change['after'])).toEqual(
      expect.arrayContaining(['1', '秋季开学', expect.stringContaining('教室：新增字段')]),
    );
  });

  it('changes the ETag, so that browsers load the new version', async () => {
    const first = await admin().get('/v1/portal/schemas');
    const held = { headers: { 'if-none-match': String(first.headers['etag']) } };
    expect((await admin().get('/v1/portal/schemas', held)).status).toBe(304);
    await publish(admin(), withRoom({ description: '楼号和房号' }));
    expect((await admin().get('/v1/portal/schemas', held)).status).toBe(200);
  });

  it('changes nothing when the same overlay is applied twice', async () => {
    const { version, overlay } = await read(admin());
    const before = dataOf<EntitySchema>(await admin().get('/v1/portal/schemas/class'));
    expect(dataOf(await publish(admin(), overlay))).toEqual({ version, changed: false });
    const {
      properties: {
        room: { title, type, ...rest },
      },
      ...others
    } = overlay as { properties: { room: Row } };
    expect(dataOf(await publish(admin(), { ...others, properties: { room: { ...rest, type, title } } }))).toEqual({
      version,
      changed: false,
    });
    expect(dataOf(await admin().get('/v1/portal/schemas/class'))).toEqual(before);
    expect((await read(admin())).version).toBe(version);
  });

  it('keeps all values when a field is renamed or moved', async () => {
    await publish(
      admin(),
      withRoom({
        title: '上课地点',
        'x-list': { order: 0.5, sorter: true },
        'x-form': { on: ['create', 'edit'], order: 0.5 },
      }),
    );
    expect((await classes(admin(), { room: '101' }))[0]).toMatchObject({ room: '教一 101' });
    expect((await impact(admin(), withRoom({ title: '教室' }))).changes).toEqual([]);
  });

  it('counts over all rows how many would become invalid or lose a value', async () => {
    const total = Number(
      (await rowsOf(server(), "select count(*)::int as n from classes where org_id = '2001'"))[0]?.['n'],
    );
    expect(
      await impact(admin(), {
        required: ['class_name', 'period', 'grade', 'room'],
        ...withRoomAnd({ class_no: { 'x-hidden': true } }),
      }),
    ).toMatchObject({
      total,
      changes: expect.arrayContaining([
        { kind: 'hidden', field: 'class_no', title: '班号', rows: total - 1 },
        { kind: 'required', field: 'room', title: '教室', rows: total - 1 },
      ]) as unknown[],
    });
    expect((await impact(admin(), {})).changes).toEqual([
      { kind: 'removed', field: 'room', title: '上课地点', rows: 1 },
    ]);
    expect((await impact(admin(), withRoom({ maxLength: 5 }))).changes).toEqual([
      { kind: 'rules', field: 'room', title: '教室', rows: 1, examples: [{ from: '教一 101' }] },
    ]);
    const { type: _, maxLength: __, 'x-filter': ___, ...plain } = room;
    expect((await impact(admin(), { properties: { room: { ...plain, type: 'integer' } } })).changes).toContainEqual({
      kind: 'retyped',
      field: 'room',
      title: '教室',
      rows: 1,
      examples: [{ from: '教一 101' }],
    });
    const juniors = Number(
      (await rowsOf(server(), "select count(*)::int as n from classes where org_id = '2001' and period = 3"))[0]?.['n'],
    );
    expect(
      (await impact(admin(), { properties: { ...withRoom().properties, period: { enum: [4] } } })).changes,
    ).toEqual([{ kind: 'rules', field: 'period', title: '学段', rows: juniors, examples: [{ from: '初中' }] }]);
  });
  const withRoomAnd = (more: Row) => ({ properties: { room, ...more } });

  it('publishes and purges nothing without a second proof', async () => {
    const before = await read(admin());
    const unverified = admin().as({ secondaryToken: undefined });
    for (const refused of [
      await publish(unverified, withRoom({ title: '没有验证' })),
      await unverified.post(at('class', 'purge'), { field: 'room', rows: 1 }),
    ])
      expect([refused.status, refused.code]).toEqual([403, 'PSY_INVALID_SECONDARY_TOKEN']);
    expect(await read(admin())).toEqual(before);
  });

  it('publishes nothing when the numbers have changed since the preview', async () => {
    const { version } = await read(admin());
    const { seen } = await impact(admin(), {});
    const second = dataOf(await admin().post(CLASSES, { class_name: '丙班', period: 3, grade: 7, room: '教二 202' }));
    const refused = await admin().post(at('class', 'publish'), { overlay: {}, version, seen });
    expect([refused.status, refusalOf(refused).message]).toEqual([409, expect.stringContaining('重新查看')]);
    await admin().delete(`${CLASSES}/${String(second['class_id'])}`);
  });

  it('refuses the second of two publishers, and names the first', async () => {
    const { version } = await read(admin());
    const [mine, theirs] = [withRoom({ title: '教室甲' }), withRoom({ title: '教室乙' })];
    const { seen } = await impact(admin(), mine);
    const answers = await Promise.all(
      [mine, theirs].map((overlay) => admin().post(at('class', 'publish'), { overlay, version, seen })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late && refusalOf(late).message).toMatch(/^.+刚刚发布了第 \d+ 版/);
  });

  it('keeps the values of a removed field until they are purged, and shows them again with the field', async () => {
    await publish(admin(), {});
    expect((await classes(admin())).some((row) => 'room' in row)).toBe(false);
    const { former } = await read(admin());
    expect(former).toEqual([
      {
        field: 'room',
        title: expect.stringContaining('教室') as string,
        rows: 1,
        schema: expect.objectContaining({ type: 'string' }) as Row,
      },
    ]);
    expect((await impact(admin(), withRoom())).changes).toEqual([
      { kind: 'revived', field: 'room', title: '教室', rows: 1 },
    ]);
    await publish(admin(), withRoom());
    expect((await classes(admin(), { room: '101' }))[0]).toMatchObject({ room: '教一 101' });

    expect((await admin().post(at('class', 'purge'), { field: 'room', rows: 1 })).status).toBe(409);
    await publish(admin(), {});
    const wrong = await admin().post(at('class', 'purge'), { field: 'room', rows: 7 });
    expect([wrong.status, refusalOf(wrong).message]).toEqual([409, expect.stringContaining('现在有 1 个值')]);
    expect(dataOf(await admin().post(at('class', 'purge'), { field: 'room', rows: 1 }))).toEqual({ rows: 1 });
    expect((await read(admin())).former).toEqual([]);
    await publish(admin(), withRoom());
    expect((await classes(admin())).some((row) => 'room' in row)).toBe(false);
    const [entry] = dataOf<Listed>(await admin().get(query('/v1/portal/audits/logs/list', { act: 'purge' }))).items;
    expect(entry).toMatchObject({ resource: 'schema', row_label: '班级的“教室”' });
  });

  describe("of the type of a school's own field", () => {
    const QUOTA = '/v1/portal/x/equipment';
    const base = { title: '备注数', 'x-list': { order: 30 }, 'x-form': { on: ['create', 'edit'], order: 30 } };
    const as = (field: Row) => ({ properties: { amount_note: { ...base, ...field } } });
    const text = as({ type: 'string', maxLength: 50 });
    const number = as({ type: 'number', 'x-filter': { match: 'range', order: 30 } });
    const typed = ['12', '1,200', '０７', '约 3 个', '2026年9月1日'];
    let others: Row;
    const held = async () =>
      dataOf<Listed>(await college().get(query(QUOTA, { equipment_name: '转换', sort: 'equipment_name' }))).items.map(
        (row) => row['amount_note'],
      );

    it('says first what it does to each value', async () => {
      await publish(college(), text, 'equipment');
      for (const [i, amount_note] of typed.entries())
        await college().post(QUOTA, { equipment_name: `转换 ${i}`, kind: 'other', amount_note });
      expect((await impact(college(), number, 'equipment')).changes).toEqual([
        {
          kind: 'converted',
          field: 'amount_note',
          title: '备注数',
          rows: 3,
          examples: expect.arrayContaining([
            { from: '1,200', to: '1200' },
            { from: '12', to: '12' },
          ]) as unknown[],
        },
        {
          kind: 'retyped',
          field: 'amount_note',
          title: '备注数',
          rows: 2,
          examples: expect.arrayContaining([{ from: '约 3 个' }]) as unknown[],
        },
      ]);
      expect(await held()).toEqual(typed);
    });

    it('converts the values that fit', async () => {
      expect((await publish(college(), number, 'equipment')).status).toBe(200);
      expect(await held()).toEqual([12, 1200, 7, undefined, undefined]);
      expect(dataOf<Listed>(await college().get(query(QUOTA, { amount_note_from: 10 }))).items).toHaveLength(2);
      const [, second] = dataOf<Listed>(
        await college().get(query(QUOTA, { equipment_name: '转换', sort: 'equipment_name' })),
      ).items;
      await college().put(`${QUOTA}/${String(second?.['equipment_id'])}`, { amount_note: 1300 });
    });

    it('gives values back as they were written, except for those that were changed since', async () => {
      await publish(college(), text, 'equipment');
      expect(await held()).toEqual(['12', '1300', '０７', '约 3 个', '2026年9月1日']);
      await publish(college(), as({ type: 'string', format: 'date' }), 'equipment');
      expect(await held()).toEqual(['12', '1300', '０７', '约 3 个', '2026-09-01']);
    });

    it('offers stored values as options, whose codes stand for them', async () => {
      await publish(college(), text, 'equipment');
      expect(await held()).toEqual(['12', '1300', '０７', '约 3 个', '2026年9月1日']);
      const values = await college().get(query(at('equipment', 'values'), { field: 'amount_note' }));
      expect(dataOf<Listed>(values)).toMatchObject({
        total: 5,
        items: expect.arrayContaining([{ value: '约 3 个', rows: 1 }]) as unknown[],
      });
      expect((await college().get(query(at('class', 'values'), { field: 'class_name' }))).status).toBe(404);
      await publish(
        college(),
        as({ type: 'string', enum: ['few', 'dozen'], 'x-labels': { few: '约 3 个', dozen: '12' } }),
        'equipment',
      );
      expect(await held()).toEqual(['dozen', '1300', '０７', 'few', '2026年9月1日']);
    });

    it('gives them back to a field that is removed and added again', async () => {
      const { amount_note: gone, ...rest } = ((await read(college(), 'equipment')).overlay as { properties: Row })
        .properties;
      others = rest;
      expect(gone).toBeDefined();
      await publish(college(), { properties: others }, 'equipment');
      await publish(college(), text, 'equipment');
      expect(await held()).toEqual(['12', '1300', '０７', '约 3 个', '2026年9月1日']);
    });

    it('deletes the values of a removed field in every form', async () => {
      await publish(college(), { properties: others }, 'equipment');
      const { former } = await read(college(), 'equipment');
      expect(former.map(({ field, rows }) => [field, rows])).toEqual([['amount_note', 5]]);
      await college().post(at('equipment', 'purge'), { field: 'amount_note', rows: 5 });
      expect(await rowsOf(server(), "select ext from tenant_rows where ext::text like '%amount_note%'")).toEqual([]);
    });
  });

  it('leaves no value of the former type when rows are written during a change of types', async () => {
    const PATH = '/v1/portal/x/equipment';
    const as = (type: string) => ({
      properties: {
        strength: {
          type,
          ...(type === 'string' && { maxLength: 20 }),
          title: '强度',
          'x-list': { order: 31 },
          'x-form': { on: ['create', 'edit'], order: 31 },
        },
      },
    });
    await publish(college(), as('string'), 'equipment');
    const ids: string[] = [];
    for (let i = 0; i < 6; i += 1)
      ids.push(
        String(
          dataOf(await college().post(PATH, { equipment_name: `同时 ${i}`, kind: 'other', strength: `${i}` }))[
            'equipment_id'
          ],
        ),
      );
    const types = () =>
      rowsOf(
        server(),
        "select distinct jsonb_typeof(ext -> 'strength') as type from tenant_rows where org_id = '2003' and ext ? 'strength'",
      );

    const elsewhere = await startServer(server().db);
    const there = college().as({ port: elsewhere.port });
    expect((await publish(college(), as('integer'), 'equipment')).status).toBe(200);
    const late = await there.put(`${PATH}/${ids[0]}`, { strength: '7' });
    expect([late.status, late.fields]).toEqual([400, ['/strength']]);
    expect(
      (
        await there.post(
          PATH,
          { equipment_name: '同时', kind: 'other', strength: '7' },
          { headers: { 'idempotency-key': 'late-and-elsewhere' } },
        )
      ).status,
    ).toBe(400);
    expect(dataOf(await there.put(`${PATH}/${ids[0]}`, { strength: 7 }))).toMatchObject({ strength: 7 });
    await elsewhere.close();
    expect(await types()).toEqual([{ type: 'number' }]);

    const { version } = await read(college(), 'equipment');
    const { seen } = await impact(college(), as('string'), 'equipment');
    const [published, ...written] = await Promise.all([
      college().post(at('equipment', 'publish'), { overlay: as('string'), version, seen }),
      ...ids.map((id) => college().put(`${PATH}/${id}`, { strength: 8 })),
    ]);
    expect([200, 409]).toContain(published.status);
    expect(written.every(({ status }) => status === 200 || status === 400)).toBe(true);
    expect(await types()).toEqual([{ type: published.status === 200 ? 'string' : 'number' }]);
  });

  it('undoes older imports with converted values, and restores no purged or unconvertible value', async () => {
    const PATH = '/v1/portal/x/equipment';
    const as = (type: string) => ({
      properties: {
        weight: {
          type,
          ...(type === 'string' && { maxLength: 20 }),
          title: '重量',
          'x-list': { order: 32 },
          'x-form': { on: ['create', 'edit'], order: 32 },
          'x-sheet': { import: true },
        },
      },
    });
    const none = { properties: {} };
    await publish(college(), as('string'), 'equipment');
    for (const [name, weight] of [
      ['甲', '1,200'],
      ['乙', '约 3 斤'],
      ['丙', null],
    ])
      await college().post(PATH, { equipment_name: `撤销 ${name}`, kind: 'other', weight });
    const held = async () =>
      Object.fromEntries(
        dataOf<Listed>(await college().get(query(PATH, { equipment_name: '撤销' }))).items.map((row) => [
          String(row['equipment_name']).slice(-1),
          row['weight'],
        ]),
      );
    const file = await book([
      ['器材名称', '类别', '重量'],
      ['撤销 甲', '其他', '15'],
      ['撤销 乙', '其他', '20'],
      ['撤销 丙', '其他', '30'],
      ['撤销 丁', '其他', '40'],
    ]);
    const first = new Importing(server(), college(), PATH);
    expect(await first.all(file)).toMatchObject({ written: { created: 1, updated: 3 } });
    await publish(college(), as('integer'), 'equipment');
    expect(await held()).toEqual({ 甲: 15, 乙: 20, 丙: 30, 丁: 40 });
    expect(await first.undo()).toMatchObject({ status: 'undone', undone: { rows: 3, kept: 1 } });
    expect((await first.rows('kept')).map(({ label, messages }) => [label, messages.join()])).toEqual([
      ['撤销 乙', '重量：导入以后改了类型，导入前的值不再适合，没有撤销'],
    ]);
    expect(await held()).toEqual({ 甲: 1200, 乙: 20, 丙: undefined });
    await publish(college(), as('string'), 'equipment');
    expect(await held()).toEqual({ 甲: '1,200', 乙: '20', 丙: undefined });

    // Removed from the schema, the field still gets the values that an undo restores, unless it was purged.
    const second = new Importing(server(), college(), PATH);
    await second.all(
      await book([
        ['器材名称', '类别', '重量'],
        ['撤销 甲', '其他', '15'],
      ]),
    );
    await publish(college(), none, 'equipment');
    expect(await second.undo()).toMatchObject({ undone: { rows: 1, kept: 0 } });
    await publish(college(), as('string'), 'equipment');
    expect((await held())['甲']).toBe('1,200');
    const third = new Importing(server(), college(), PATH);
    await third.all(
      await book([
        ['器材名称', '类别', '重量'],
        ['撤销 甲', '其他', '15'],
      ]),
    );
    await publish(college(), none, 'equipment');
    expect((await college().post(at('equipment', 'purge'), { field: 'weight', rows: 2 })).status).toBe(200);
    expect(await third.undo()).toMatchObject({ undone: { rows: 1, kept: 0 } });
    expect(await rowsOf(server(), "select 1 from tenant_rows where org_id = '2003' and ext ? 'weight'")).toEqual([]);
    expect(await rowsOf(server(), "select 1 from import_rows where before ? 'weight' or body ? 'weight'")).toEqual([]);
  });

  it('keeps every version with author and time, and restores one as a new version', async () => {
    const { items } = dataOf<Listed>(await admin().get(at('class', 'versions')));
    expect(items[0]).toMatchObject({
      published_by: expect.any(String) as string,
      published_at: expect.any(String) as string,
    });
    const first = items.at(-1);
    expect(first).toMatchObject({ version: 1, note: '秋季开学', overlay: withRoom(), schema: { $id: 'class' } });
    const { version } = await read(admin());
    await publish(admin(), first?.['overlay'] as Row, 'class', '恢复到第 1 版');
    expect(await read(admin())).toMatchObject({ version: Math.max(version, version), overlay: withRoom() });
  });

  it("applies published changes on top of the tenant's file, if the file still allows them", async () => {
    const overlay = {
      properties: {
        campus: { enum: ['east', 'west', 'north'], 'x-labels': { north: '北校区' } },
        counsellor_name: { title: '班级辅导员' },
      },
    };
    expect((await publish(college(), overlay)).status).toBe(200);
    const schema = dataOf<EntitySchema>(await college().get('/v1/portal/schemas/class'));
    expect(schema.properties['campus']?.['x-labels']).toEqual({ east: '东校区', west: '西校区', north: '北校区' });
    expect(schema.properties['class_name']?.title).toBe('行政班名称');
    expect(
      dataOf(await college().post(CLASSES, { class_name: '北一', period: 7, grade: 701, campus: 'north' })),
    ).toMatchObject({ campus: 'north' });

    // Another process, started after this one has published.
    const second = await startServer(server().db);
    try {
      expect(second.services.schemas.entity('2003', 'class').schema.properties['counsellor_name']?.title).toBe(
        '班级辅导员',
      );
      expect(second.services.schemas.problems()).toEqual([]);
    } finally {
      await second.close();
    }
  });

  it("changes a tenant's own resource", async () => {
    const maker = { ...room, title: '厂家' };
    expect((await publish(college(), { properties: { maker } }, 'equipment')).status).toBe(200);
    const made = dataOf(
      await college().post('/v1/portal/x/equipment', { equipment_name: '音箱', kind: 'relax', maker: '青禾' }),
    );
    expect(made).toMatchObject({ maker: '青禾' });
    expect(
      (
        await impact(
          college(),
          { properties: { maker, kind: { enum: ['sandplay', 'relax', 'other'], 'x-labels': { test: null } } } },
          'equipment',
        )
      ).changes,
    ).toEqual([expect.objectContaining({ kind: 'rules', field: 'kind', title: '类别', rows: 1 })]);
  });

  it('creates a resource of this school, at once in every process, that accepts further fields', async () => {
    const elsewhere = await startServer(server().db, { services: { state: server().services.state } });
    const make = (client: Client, more: Row = {}) =>
      client.post(STUDIO, { entity: 'rooms', title: '活动室', label: '活动室名称', help: '心理中心的房间', ...more });
    const made = await make(college());
    expect([made.status, made.data]).toEqual([201, { entity: 'rooms' }]);
    const deputyThere = (await server().client.signIn('o2003r5')).withRole(2003, 5);
    const ROOMS = '/v1/portal/x/rooms';
    expect((await deputyThere.post(ROOMS, { name: '沙盘室' })).status).toBe(201);
    expect(
      dataOf<Listed>(
        await college()
          .as({ port: elsewhere.port })
          .get(query(ROOMS, { name: '沙盘' })),
      ).items,
    ).toEqual([expect.objectContaining({ name: '沙盘室' })]);
    for (const client of [admin(), other()]) expect((await client.get(ROOMS)).status).toBe(404);

    const twice = await make(college());
    expect([twice.status, messageOf(twice, '/entity')]).toEqual([409, '已经有这个标识的资源，请换一个']);
    for (const entity of ['class', 'equipment'])
      expect((await make(college(), { entity })).status).toBe(entity === 'class' ? 400 : 409);
    for (const [field, value] of [
      ['entity', 'Rooms'],
      ['title', ' '],
      ['label', ''],
    ] as const)
      expect((await make(college(), { [field]: value })).fields).toEqual([`/${field}`]);
    expect((await make(deputy())).status).toBe(403);
    expect((await make((await server().client.signIn('o1001r1')).withRole(1001, 1))).status).toBe(403);

    expect(
      (
        await publish(
          college(),
          {
            properties: {
              seats: {
                type: 'integer',
                title: '座位',
                minimum: 1,
                'x-list': { order: 2 },
                'x-form': { on: ['create', 'edit'], order: 2 },
              },
            },
          },
          'rooms',
        )
      ).status,
    ).toBe(200);
    expect(dataOf(await deputyThere.post(ROOMS, { name: '团辅室', seats: 24 }))).toMatchObject({ seats: 24 });
    expect(
      await rowsOf(server(), "select act, row_label from audit_logs where row_id = 'rooms' and act = 'create'"),
    ).toEqual([{ act: 'create', row_label: '活动室' }]);

    const retitled = { title: '团体活动室', 'x-resource': { help: '团体辅导的房间' } };
    const seats = { type: 'integer', title: '座位', 'x-form': { on: ['create', 'edit'], order: 2 } };
    expect((await publish(college(), { ...retitled, properties: { seats } }, 'rooms')).status).toBe(200);
    const schemas = dataOf<{ resources: Record<string, EntitySchema> }>(await deputyThere.get('/v1/portal/schemas'));
    expect(schemas.resources['rooms']).toMatchObject({ title: '团体活动室', 'x-resource': { help: '团体辅导的房间' } });

    const remove = async (entity: string) => (await college().verified()).delete(`${STUDIO}/${entity}`);
    expect(refusalOf(await remove('equipment')).message).toContain('不是在这里新建的');
    expect(refusalOf(await remove('rooms')).message).toBe('团体活动室还有 2 个记录，请先导出并删除它们');
    for (const { rooms_id: id } of dataOf<Listed>(await deputyThere.get(ROOMS)).items)
      await deputyThere.delete(`${ROOMS}/${String(id)}`);
    expect((await remove('rooms')).status).toBe(200);
    expect((await deputyThere.get(ROOMS)).status).toBe(404);
    // The other process is sent a message about it.
    const there = deputyThere.as({ port: elsewhere.port });
    await expect.poll(async () => (await there.get(ROOMS)).status).toBe(404);
    expect(messageOf(await make(college()), '/entity')).toBe('已经有这个标识的资源，请换一个');
    expect(server().services.schemas.problems()).toEqual([]);
    await elsewhere.close();
  });
});
