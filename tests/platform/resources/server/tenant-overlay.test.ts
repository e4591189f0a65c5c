import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { root } from '../../../../src/platform/runtime/server/root.ts';
import { seenBy } from '../../../../src/platform/schema/server/seen-by.ts';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';
import { describeApi } from '../../../support/databases.ts';
import { startServer, useServer } from '../../../support/server.ts';
import { textsOf } from './cells.ts';
import { CLASSES, dataOf, query, refusalOf, rowsOf, useClient, type Listed, type Row } from './support.ts';

/* 2001 and 2003 run the same code over the same tables; all that differs is schemas/tenants/2003/class.json. */
describeApi('the overlay of one tenant', (kind) => {
  const server = useServer(kind);
  const school = useClient(server, 2001, 4);
  const college = useClient(server, 2003, 4);
  const body = { class_name: '心理一班', period: 7, grade: 701 };
  const own = { counsellor_name: '周辅导', campus: 'west' };
  let created: Row;
  beforeAll(async () => {
    created = dataOf(await college().post(CLASSES, { ...body, ...own }));
  });
  const list = async (client: typeof college, parameters: Record<string, string | number>) =>
    dataOf<Listed>(await client().get(query(CLASSES, parameters)));

  it('is applied in the portal: fields, titles and hidden fields', async () => {
    const [theirs, ours] = [
      dataOf<EntitySchema>(await college().get('/v1/portal/schemas/class')),
      dataOf<EntitySchema>(await school().get('/v1/portal/schemas/class')),
    ];
    expect(theirs.properties['class_name']?.title).toBe('行政班名称');
    expect(ours.properties['class_name']?.title).toBe('班级名称');
    expect(theirs.properties['campus']).toMatchObject({ enum: ['east', 'west'], 'x-tenant': true });
    expect(ours.properties['campus']).toBeUndefined();
    expect(theirs.properties['class_no']?.['x-hidden']).toBe(true);
  });

  it("lets its fields be created, beside the core ones on the wire, and stores them as the tenant's own", async () => {
    expect(created).toMatchObject({ ...body, ...own });
    const [stored] = await rowsOf(server(), 'select ext from classes where class_id = $1', created['class_id']);
    expect(stored?.['ext']).toEqual(own);
    const refused = await school().post(CLASSES, { class_name: '甲', period: 3, grade: 7, ...own });
    expect(refused.fields.sort()).toEqual(['/campus', '/counsellor_name']);
  });

  it("lists its fields and omits hidden ones; the other tenant's list has neither", async () => {
    const [theirs] = (await list(college, { counsellor_name: '周辅导' })).items;
    expect(theirs).toMatchObject(own);
    expect(theirs).not.toHaveProperty('class_no');
    const ours = (await list(school, { size: 50 })).items;
    expect(ours.every((row) => 'class_no' in row && !('campus' in row))).toBe(true);
    // The number is still stored: seeded, but hidden.
    const [kept] = await rowsOf(
      server(),
      "select count(*)::int as n from classes where org_id = '2003' and class_no is not null",
    );
    expect(kept?.['n']).toBeGreaterThan(0);
  });

  it('filters by them: text in part, codes by choice', async () => {
    const total = async (client: typeof college, parameters: Record<string, string>) =>
      (await list(client, parameters)).total;
    const all = await total(college, {});
    const [east, west, both] = [
      await total(college, { campus: 'east' }),
      await total(college, { campus: 'west' }),
      await total(college, { campus: 'east,west' }),
    ];
    expect(west).toBeGreaterThan(0);
    expect(east + west).toBe(both);
    expect(both).toBeLessThanOrEqual(all);
    expect(await total(college, { counsellor_name: '辅导' })).toBe(1);
    expect(await total(college, { counsellor_name: '%' })).toBe(0);
    expect((await college().get(query(CLASSES, { campus: 'north' }))).fields).toEqual(['/campus']);
    expect((await school().get(query(CLASSES, { campus: 'east' }))).fields).toEqual(['/campus']);
    expect((await college().get(query(CLASSES, { class_no_from: 1 }))).fields).toEqual(['/class_no_from']);
  });

  it('sorts by them', async () => {
    const campuses = async (sort: string) =>
      (await list(college, { sort, size: 200 })).items.map((row) => String(row['campus'] ?? ''));
    const up = await campuses('campus');
    expect(up.filter(Boolean)).toEqual([...up].filter(Boolean).sort());
    expect(up.at(0)).toBe('east');
    expect((await campuses('-campus')).at(0)).toBe('west');
    expect((await college().get(query(CLASSES, { sort: 'class_no' }))).fields).toEqual(['/sort']);
    expect((await school().get(query(CLASSES, { sort: 'campus' }))).fields).toEqual(['/sort']);
  });

  it("validates them, in the tenant's words", async () => {
    const answer = await college().post(CLASSES, {
      ...body,
      class_name: '',
      campus: 'north',
      counsellor_name: '王'.repeat(21),
      class_no: 3,
    });
    expect(answer.status).toBe(400);
    expect(refusalOf(answer).details).toEqual(
      expect.arrayContaining([
        { field: '/class_name', message: '请填写行政班名称' },
        { field: '/campus', message: '请从列出的选项中选择' },
        { field: '/counsellor_name', message: '最多 20 个字' },
        { field: '/class_no', message: '没有这个字段，或者它在这里不能填写' },
      ]),
    );
  });

  it('edits them, leaves hidden values alone, and writes both to the log', async () => {
    const [seeded] = await rowsOf(
      server(),
      "select class_id, class_no, ext from classes where org_id = '2003' and year_id = 'y2026' and class_no is not null order by class_id limit 1",
    );
    const id = String(seeded?.['class_id']);
    const answer = await college().put(`${CLASSES}/${id}`, { counsellor_name: '新辅导', campus: null });
    expect(dataOf(answer)).toMatchObject({ counsellor_name: '新辅导' });
    expect(dataOf(answer)).not.toHaveProperty('campus');
    const [after] = await rowsOf(server(), 'select class_no, ext from classes where class_id = $1', id);
    expect(after).toEqual({ class_no: seeded?.['class_no'], ext: { counsellor_name: '新辅导' } });
    const before = seeded?.['ext'] as Record<string, unknown>;
    expect(
      await rowsOf(server(), "select before, after from audit_logs where row_id = $1 and act = 'update'", id),
    ).toEqual([
      {
        before: { counsellor_name: before['counsellor_name'], campus: before['campus'] },
        after: { counsellor_name: '新辅导', campus: null },
      },
    ]);
    const [creation] = await rowsOf(
      server(),
      "select after from audit_logs where row_id = $1 and act = 'create'",
      created['class_id'],
    );
    expect(creation?.['after']).toMatchObject(own);
  });

  it('exports them under its titles, codes in words', async () => {
    const [header, row] = textsOf(
      (await college().get(query(`${CLASSES}/export`, { counsellor_name: '周辅导' }))).body,
    );
    expect(header).toEqual([
      '行政班名称',
      '学段',
      '年级',
      '院系',
      '专业',
      '辅导员',
      '学年',
      '校区',
      '在读人数',
      '班主任',
      '备注',
    ]);
    expect(row?.slice(0, 8)).toEqual(['心理一班', '大学', '大一', '', '', '周辅导', '2026—2027学年', '西校区']);
    expect(textsOf((await school().get(`${CLASSES}/export`)).body)[0]).toEqual([
      '班级名称',
      '学段',
      '年级',
      '班号',
      '学年',
      '在读人数',
      '班主任',
      '备注',
    ]);
  });

  it("leaves out stored values that no longer have the field's type, in lists, filters and sorts", async () => {
    await server().db.admin((run) =>
      run('update classes set ext = \'{"campus": 5, "counsellor_name": {"a": 1}}\' where class_id = $1', [
        created['class_id'],
      ]),
    );
    const [row] = (await list(college, { sort: 'campus,counsellor_name', size: 200, class_name: '心理一班' })).items;
    expect(row).toMatchObject(body);
    expect(row).not.toHaveProperty('campus');
    expect(row).not.toHaveProperty('counsellor_name');
  });

  it('is named in the log at start when it is broken; its tenant keeps the last good schema and no other tenant notices', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-schemas-'));
    try {
      cpSync(path.join(root, 'schemas'), folder, { recursive: true });
      writeFileSync(path.join(folder, 'tenants/2003/class.json'), '{ "properties": { "campus": { "x-lst": 1 }, } }');
      // Another process over the same database, as after a deployment of the broken file.
      const second = await startServer(server().db, { schemasDir: folder });
      try {
        const warning = second.log.lines.find((line) => line['file'] === 'schemas/tenants/2003/class.json');
        expect(warning).toMatchObject({ serving: 'last-good' });
        expect(warning?.['reason']).toMatch(/不是 JSON：第 1 行第 \d+ 列/);
        expect(warning?.['fix']).toBeTypeOf('string');
        const theirs = (await second.client.signIn('o2003r4')).withRole(2003, 4);
        expect(dataOf<EntitySchema>(await theirs.get('/v1/portal/schemas/class')).properties['class_name']?.title).toBe(
          '行政班名称',
        );
        expect((await theirs.get(query(CLASSES, { campus: 'east' }))).status).toBe(200);
        const ours = (await second.client.signIn('o2001r4')).withRole(2001, 4);
        expect(dataOf(await ours.get('/v1/portal/schemas/class'))).toEqual(
          seenBy(second.services.schemas.entity('2001', 'class'), {
            roleId: 4,
            eduLevel: 1,
            reveals: () => true,
            asks: () => false,
            opens: () => true,
          }).schema,
        );
        expect(second.services.schemas.entity('2001', 'class').version).toBe(
          server().services.schemas.entity('2001', 'class').version,
        );
      } finally {
        await second.close();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
