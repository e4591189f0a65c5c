import { appendFileSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { wholeRecord } from '../../../../src/features/privacy/server/export-record.ts';
import { root } from '../../../../src/platform/runtime/server/root.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { staffContext } from '../../../support/staff-context.ts';
import { textsOf } from './cells.ts';
import { dataOf, messageOf, query, refusalOf, useClient, type Listed, type Row } from './support.ts';

const VISITS = '/v1/portal/x/home-visit';
const TOPICS = '/v1/portal/x/topic';

const text = (title: string, order: number) => ({
  type: 'string',
  title,
  maxLength: 64,
  'x-list': { order },
  'x-form': { on: ['create', 'edit'], order },
  'x-sheet': { import: true, export: true },
});
const ref = (title: string, order: number, of: string) => ({ ...text(title, order), 'x-kind': 'row', 'x-of': of });
const RESOURCES = {
  'home-visit': {
    title: '家访',
    required: ['subject'],
    properties: {
      subject: text('主题', 1),
      pupil: ref('学生', 2, 'student'),
      visitor: ref('家访教师', 3, 'teacher'),
      topic: ref('话题', 4, 'topic'),
      home_class: { ...text('班级', 5), 'x-kind': 'class', 'x-default': { var: '$my_class' } },
      year: ref('学年', 7, 'year'),
      along: {
        type: 'array',
        title: '同去的学生',
        'x-kind': 'rows',
        'x-of': 'student',
        'x-list': { order: 6 },
        'x-form': { on: ['create', 'edit'], order: 6 },
        'x-sheet': { import: true, export: true },
      },
    },
    'x-resource': { label: 'subject', area: 'own/home-visit', help: '家访记录' },
  },
  topic: {
    title: '话题',
    required: ['topic_name'],
    properties: { topic_name: { ...text('名称', 1), 'x-filter': { match: 'contains', order: 1 } } },
    'x-resource': { label: 'topic_name', area: 'own/home-visit', help: '家访的话题' },
  },
};

function withResources(): { schemasDir: string; policiesDir: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-own-'));
  const [schemasDir, policiesDir] = [path.join(folder, 'schemas'), path.join(folder, 'policies')];
  cpSync(path.join(root, 'schemas'), schemasDir, { recursive: true });
  cpSync(path.join(root, 'policies'), policiesDir, { recursive: true });
  mkdirSync(path.join(schemasDir, 'tenants/2001'), { recursive: true });
  for (const [name, document] of Object.entries(RESOURCES))
    writeFileSync(path.join(schemasDir, `tenants/2001/${name}.json`), JSON.stringify(document));
  appendFileSync(path.join(policiesDir, 'access.csv'), '\np, own/home-visit, *, 3, 4|5|8|10, 2, *, *\n');
  return { schemasDir, policiesDir };
}

describeApi("references in a tenant's own resource", (kind) => {
  const server = useServer(kind, withResources());
  const admin = useClient(server, 2001, 4);
  const classTeacher = useClient(server, 2001, 10);
  const psychologist = useClient(server, 2001, 8);
  const stranger = useClient(server, 2002, 4);
  let own: Row, other: Row, elsewhere: Row, colleague: Row;

  const students = async (client: () => ReturnType<typeof admin>, parameters: Record<string, string | number> = {}) =>
    dataOf<Listed>(await client().get(query('/v1/portal/students', { size: 50, ...parameters }))).items;
  const make = (body: Row) => admin().post(VISITS, { subject: '第一次家访', ...body });
  const subjects = async (client: () => ReturnType<typeof admin>) =>
    dataOf<Listed>(await client().get(query(VISITS, { size: 50 })))
      .items.map(({ subject }) => String(subject))
      .sort();
  const inOrg = (sql: string, ...parameters: unknown[]) =>
    server().db.admin(async (run) => {
      await run("select set_config('app.org_id', '2001', false)");
      return run(sql, parameters);
    });

  beforeAll(async () => {
    [own = {}] = await students(classTeacher);
    const mine = new Set((await students(classTeacher)).map(({ class_id }) => class_id));
    other = (await students(admin, { sort: '-student_no' })).find(({ class_id }) => !mine.has(class_id)) ?? {};
    [elsewhere = {}] = await students(stranger);
    [colleague = {}] = dataOf<Listed>(await admin().get('/v1/portal/teachers?size=1')).items;
  });

  it('are refused at their field when the row does not exist, or is of another school', async () => {
    for (const pupil of ['4711', elsewhere['child_id']]) {
      const refused = await make({ pupil, visitor: colleague['user_id'] });
      expect([refused.status, refused.fields, messageOf(refused, '/pupil')]).toEqual([
        400,
        ['/pupil'],
        '没有这名学生，或者不在您的范围内',
      ]);
    }
    expect((await make({ visitor: 'nobody', topic: 'none', home_class: 'c2002-2026-1-01' })).fields.sort()).toEqual([
      '/home_class',
      '/topic',
      '/visitor',
    ]);
  });

  it('are names in lists, details and files, and a file may name them', async () => {
    const topic = dataOf(await admin().post(TOPICS, { topic_name: '亲子沟通' }));
    const created = dataOf(
      await make({
        subject: '按名称',
        pupil: own['child_id'],
        visitor: colleague['user_id'],
        topic: topic['topic_id'],
      }),
    );
    const named = {
      'pupil:name': own['child_name'],
      'visitor:name': colleague['teacher_name'],
      'topic:name': '亲子沟通',
    };
    expect(created).toMatchObject(named);
    const { items } = dataOf<Listed>(await admin().get(VISITS));
    expect(items.find(({ subject }) => subject === '按名称')).toMatchObject(named);
    const lines = textsOf((await admin().get(`${VISITS}/export`)).body);
    expect(lines.find(([subject]) => subject === '按名称')?.slice(0, 4)).toEqual([
      '按名称',
      own['child_name'],
      colleague['teacher_name'],
      '亲子沟通',
    ]);

    const sheet = Buffer.from(
      `主题,学生,话题\r\n导入的,${String(own['student_no'])},亲子沟通\r\n错的,没有这个人,没有这个话题`,
    );
    const { import_id: id } = dataOf(await admin().post(`${VISITS}/import?file_name=a.csv`, sheet));
    await server().services.jobs.idle();
    const address = `${VISITS}/import/${String(id)}`;
    expect(dataOf(await admin().get(address))['rows']).toMatchObject({ new: 1, wrong: 1 });
    await admin().post(`${address}/write`, {});
    await server().services.jobs.idle();
    const imported = dataOf<Listed>(await admin().get(VISITS)).items.find(({ subject }) => subject === '导入的');
    expect(imported).toMatchObject({ pupil: own['child_id'], 'topic:name': '亲子沟通' });
  });

  it('keep the row that they refer to from being deleted', async () => {
    const topic = dataOf(await admin().post(TOPICS, { topic_name: '学业' }));
    const visit = dataOf(await make({ topic: topic['topic_id'] }));
    const address = `${TOPICS}/${String(topic['topic_id'])}`;
    const refused = await admin().delete(address);
    expect([refused.status, refusalOf(refused).message]).toEqual([
      409,
      '家访有 1 个在“话题”中引用，不能删除；请先修改或删除它们',
    ]);
    await admin().put(`${VISITS}/${String(visit['home_visit_id'])}`, { topic: null });
    expect((await admin().delete(address)).status).toBe(200);
  });

  it('bring the rows into the scope of a class teacher: of own students, or of none', async () => {
    await make({ subject: '本班', pupil: own['child_id'] });
    await make({ subject: '别班', pupil: other['child_id'] });
    await make({ subject: '没有学生' });
    const seen = await subjects(classTeacher);
    expect([seen.includes('本班'), seen.includes('别班'), seen.includes('没有学生')]).toEqual([true, false, true]);
    const wrong = await classTeacher().post(VISITS, { subject: '越权', pupil: other['child_id'] });
    expect([wrong.status, wrong.fields]).toEqual([400, ['/pupil']]);
    expect((await classTeacher().post(VISITS, { subject: '自己的', pupil: own['child_id'] })).status).toBe(201);
    // A class teacher does not open the list of staff, so a name of it stays hidden.
    const withVisitor = dataOf(await make({ pupil: own['child_id'], visitor: colleague['user_id'] }));
    const read = dataOf(await classTeacher().get(`${VISITS}/${String(withVisitor['home_visit_id'])}`));
    expect([read['pupil:name'], read['visitor:name']]).toEqual([own['child_name'], '（不在您的范围内）']);
  });

  it('to the own account are open to each member of staff, to no colleague', async () => {
    const mine = dataOf(await classTeacher().post(VISITS, { subject: '亲自去', visitor: 'u-o2001r10' }));
    const { teacher_name: name } = dataOf(await admin().get('/v1/portal/teachers/u-o2001r10'));
    expect([mine['visitor'], mine['visitor:name']]).toEqual(['u-o2001r10', name]);
    const refused = await classTeacher().post(VISITS, { subject: '请别人去', visitor: colleague['user_id'] });
    expect([refused.status, refused.fields]).toEqual([400, ['/visitor']]);
  });

  it('to the structure of the school are open to each role that sees it, classes within its scope', async () => {
    const [year] = dataOf<Listed>(await admin().get('/v1/portal/orgs/years/list?size=1')).items;
    const body = { year: year?.['year_id'], home_class: other['class_id'] };
    const row = dataOf(await psychologist().post(VISITS, { subject: '按学年', ...body }));
    expect([row['year:name'], row['home_class:name']]).toEqual([
      year?.['year_name'],
      expect.not.stringContaining('范围'),
    ]);
    const refused = await classTeacher().post(VISITS, { subject: '别班', ...body });
    expect([refused.status, refused.fields]).toEqual([400, ['/home_class']]);
  });

  it('begin with the class of a class teacher who has one', async () => {
    const { home_class: mine, 'home_class:name': name } = dataOf(
      await classTeacher().post(VISITS, { subject: '没有写班级' }),
    );
    expect([mine, name]).toEqual([own['class_id'], expect.not.stringContaining('范围')]);
    expect(dataOf(await psychologist().post(VISITS, { subject: '不带班' }))['home_class']).toBeUndefined();
    const other_class = await classTeacher().post(VISITS, { subject: '写了别班', home_class: other['class_id'] });
    expect(other_class.fields).toEqual(['/home_class']);
  });

  it('of one field to several rows are in scope with any of them, and name only those in scope', async () => {
    const both = dataOf(await make({ subject: '两班同去', along: [own['child_id'], other['child_id']] }));
    await make({ subject: '别班同去', along: [other['child_id']] });
    const seen = await subjects(classTeacher);
    expect([seen.includes('两班同去'), seen.includes('别班同去')]).toEqual([true, false]);
    const address = `${VISITS}/${String(both['home_visit_id'])}`;
    expect(dataOf(await classTeacher().get(address))['along:name']).toEqual([own['child_name'], '（不在您的范围内）']);
    // The name that is out of scope stays where it was, and no other one is added.
    const changed = await classTeacher().put(address, { along: [other['child_id']] });
    expect(changed.status).toBe(403);
    expect((await classTeacher().post(VISITS, { subject: '越权', along: [other['child_id']] })).fields).toEqual([
      '/along',
    ]);
    expect((await make({ along: [own['child_id'], elsewhere['child_id']] })).fields).toEqual(['/along']);
  });

  it("are part of the child's record, and are erased with it", async () => {
    const verified = await admin().verified();
    const pupil = String(other['child_id']);
    await make({ subject: '记录里的家访', pupil, visitor: colleague['user_id'] });
    const { task_id } = dataOf<{ task_id: string }>(
      await verified.post(`/v1/portal/children/${pupil}/record_export`, { reason: '监护人书面申请' }),
    );
    await server().services.jobs.idle();
    const files = unzipSync(new Uint8Array((await verified.get(`/v1/portal/files/records/${task_id}`)).body));
    const record = JSON.parse(strFromU8(files['record.json'] ?? new Uint8Array())) as {
      records: Record<string, Row[]>;
    };
    expect(record.records['own/home-visit']).toContainEqual(expect.objectContaining({ subject: '记录里的家访' }));
    const by = { orgName: '青禾市第一中学', by: '李超' };
    const printed = await wholeRecord(await staffContext(server().services, '2001', 4), pupil, by);
    const visits =
      printed?.document.sections.find(({ title }) => title === '家访')?.rows?.map(([, text]) => text) ?? [];
    expect(
      visits
        .find((text) => text.includes('记录里的家访'))
        ?.split('\n')
        .slice(2),
    ).toEqual([
      '主题：记录里的家访',
      expect.stringMatching(/^学生：\p{Script=Han}+$/u),
      expect.stringMatching(/^家访教师：\p{Script=Han}+$/u),
    ]);
    const sheets = printed?.document.sections.find(({ title }) => title === '测评答卷')?.rows ?? [];
    expect(sheets[0]?.[1]).toMatch(/\n作答：世界卫生组织五项幸福感指数（WHO-5）\n我高高兴兴的，情绪不错：多数日子$/);
    const preview = dataOf<{ goes: Row[] }>(await verified.get(`/v1/portal/children/${pupil}/erasure`));
    expect(preview.goes).toContainEqual({ table: 'tenant_rows', title: '本校自建资源的记录', total: 4 });

    await inOrg("update students set study_status = 3 where org_id = '2001' and child_id = $1", pupil);
    const erased = await inOrg('select of_table, erased::int as n from erase_child($1)', pupil);
    expect(erased).toContainEqual({ of_table: 'tenant_rows', n: 3 });
    expect((await subjects(admin)).filter((subject) => ['别班', '记录里的家访', '别班同去'].includes(subject))).toEqual(
      [],
    );
    // A row about other students too is theirs as well: it stays without the child.
    const { items } = dataOf<Listed>(await admin().get(query(VISITS, { size: 50 })));
    expect(items.find(({ subject }) => subject === '两班同去')?.['along']).toEqual([own['child_id']]);
  });
});
