import { beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { startServer, useServer } from '../../../support/server.ts';
import { textsOf, unzip } from '../../resources/server/cells.ts';
import { dataOf, query, rowsOf, useClient, useVerifiedClient, type Listed } from '../../resources/server/support.ts';
import { book, csv, Importing, IMPORTS, STUDENTS } from './support.ts';

const HEADER = ['姓名', '学号', '性别', '班级', '备注', '手机号码'];
type Student = Record<string, unknown> & { child_id: string; child_name: string; student_no: string };

describeApi('an import', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const plainAdmin = useClient(server, 2001, 5);
  const teacher = useClient(server, 2001, 10);
  const start = (client: Client = admin()) => new Importing(server(), client);
  const find = async (parameters: Record<string, string | number>, client: Client = admin()) =>
    dataOf<Listed<Student>>(await client.get(query(STUDENTS, parameters))).items;
  const count = async () =>
    Number((await rowsOf(server(), "select count(*)::int as n from students where org_id = '2001'"))[0]?.['n']);
  let old: Student[];
  beforeAll(async () => {
    old = await find({ size: 20 });
  });

  it('gives masked columns in clear to the person who uploaded them only', async () => {
    const run = start();
    await run.preview(
      await book([
        HEADER,
        ['周四', 'M1', '男女', '初一（1）班', '', '13911112222'],
        ['周五', 'M2', '男', '初一（1）班', '13911113333', '13911113333号'],
        ['周六', 'M3', '男', '没有13911114444班', '', '13911114444'],
      ]),
    );
    const own = await run.file();
    expect(own.status).toBe(200);
    expect((await run.rows('wrong'))[2]?.messages.join()).toContain('13911114444');
    run.client = plainAdmin();
    const file = await run.file();
    expect([file.status, file.code, file.text]).toEqual([403, 'AC_FORBIDDEN', expect.stringContaining('脱敏内容的列')]);
    const [first, second, third] = await run.rows('wrong');
    expect(first).toMatchObject({ cells: expect.arrayContaining([expect.objectContaining({ text: '139****2222' })]) });
    expect(first?.messages).toEqual([expect.stringMatching(/^性别：/)]);
    expect(second?.messages).toEqual([expect.stringMatching(/^手机号码：/)]);
    expect(third?.messages).toEqual(['其余说明涉及您的角色仅可查看脱敏内容的列']);

    run.client = admin();
    await run.preview(await book([HEADER.slice(0, 4), ['周七', 'M4', '男女', '初一（1）班']]));
    run.client = plainAdmin();
    expect((await run.file()).status).toBe(200);
  });

  it('is undone for 7 days: new rows are deleted, changed ones restored, and rows changed since are kept with a reason', async () => {
    const before = await count();
    const [first, second] = [old[0]!, old[1]!];
    const run = start();
    await run.all(
      await book([
        HEADER,
        ['周一', 'U1', '男', '初一（1）班'],
        ['周二', 'U2', '女', '初一（1）班'],
        ['周三', 'U3', '男', '初一（1）班'],
        [first.child_name, first.student_no, null, null, '导入的备注'],
        [second.child_name, second.student_no, null, null, '导入的备注'],
      ]),
    );
    expect(await count()).toBe(before + 3);
    const [u2] = await find({ student_no: 'U2' });
    const [u3] = await find({ student_no: 'U3' });
    await plainAdmin().put(`${STUDENTS}/${u2!.child_id}`, { remark: '后来改的' });
    await admin().post(`${STUDENTS}/${u3!.child_id}/register`);
    await plainAdmin().put(`${STUDENTS}/${second.child_id}`, { remark: '后来改的' });
    const undone = await run.undo();
    expect(undone).toMatchObject({
      status: 'undone',
      undone: { rows: 2, kept: 3 },
      can: { undo: false, write: false },
    });
    expect(await count()).toBe(before + 2);
    expect((await find({ student_no: first.student_no }))[0]).not.toHaveProperty('remark');
    expect((await find({ student_no: second.student_no }))[0]).toMatchObject({ remark: '后来改的' });
    expect(
      (await run.rows('kept')).map(({ row, messages }) => [row, messages[0]?.replace(/被.+修改/, '被某人修改')]),
    ).toEqual([
      [3, '之后被某人修改过'],
      [4, expect.stringMatching(/之后|账号/)],
      [6, '之后被某人修改过'],
    ]);
    expect(
      await rowsOf(
        server(),
        "select act from audit_logs where row_id = $1 and resource = 'student' order by act",
        run.id,
      ),
    ).toEqual([{ act: 'import' }, { act: 'undo_import' }]);

    const late = start();
    await late.all(await book([HEADER, ['周四', 'U4', '男', '初一（1）班']]));
    const older = (days: number) =>
      rowsOf(
        server(),
        `update imports set created_at = created_at - interval '${days} days 1 second', written_at = written_at - interval '${days} days 1 second' where import_id = $1`,
        late.id,
      );
    await older(7);
    expect((await late.now()).can.undo).toBe(false);
    expect((await late.act('undo')).code).toBe('PSY_CONFLICT');
    await older(1);
    await start().preview(await book([HEADER, ['周五', 'U5', '男', '初一（1）班']]));
    expect((await admin().get(`${IMPORTS}/${late.id}`)).status).toBe(404);
  });

  it('writes only what was previewed: rows that others changed, took or deleted meanwhile are refused one by one', async () => {
    const [changed, gone] = [old[3]!, old[4]!];
    const run = start();
    await run.preview(
      await book([
        HEADER,
        ['吴一', 'V1', '男', '初一（1）班'],
        ['吴二', 'V2', '男', '初一（1）班'],
        [changed.child_name, changed.student_no, null, null, '甲'],
        [gone.child_name, gone.student_no, null, null, '乙'],
      ]),
    );
    await plainAdmin().put(`${STUDENTS}/${changed.child_id}`, { remark: '抢先' });
    await rowsOf(server(), 'delete from exam_sheets where child_id = $1', gone.child_id);
    await rowsOf(server(), 'delete from students where child_id = $1', gone.child_id);
    const [{ class_id }] = dataOf<Listed<{ class_id: string }>>(await admin().get('/v1/portal/classes?size=1&grade=7'))
      .items as [{ class_id: string }];
    expect((await plainAdmin().post(STUDENTS, { child_name: '抢号', student_no: 'V2', class_id })).status).toBe(201);
    expect(await run.write()).toMatchObject({ status: 'done', written: { created: 1, updated: 0, refused: 3 } });
    expect((await run.rows('wrong')).map(({ row, messages }) => [row, messages[0]])).toEqual([
      [3, '学号：本校已有这个学号'],
      [4, expect.stringMatching(/^之后被.+修改过$/)],
      [5, '已被删除，或者不再属于您的管理范围'],
    ]);
    expect((await find({ student_no: changed.student_no }))[0]).toMatchObject({ remark: '抢先' });
    const texts = textsOf((await run.file()).body);
    expect(texts.map((row) => row.at(-1)).slice(2)).toEqual([
      '学号：本校已有这个学号',
      expect.stringMatching(/修改过$/),
      expect.stringMatching(/删除/),
    ]);
  });

  it('is uploaded and written once despite repetition; two users may import concurrently', async () => {
    const many = (mark: string) =>
      csv([['姓名', '学号', '班级'], ...Array.from({ length: 600 }, (_, i) => ['郑', `${mark}${i}`, '初一（1）班'])]);
    // Of several batches, so that it is still being written when the last click arrives.
    const file = many('W');
    const [one, two] = [start(), start()];
    await one.send(file, undefined, 'w.csv');
    await two.send(file, undefined, 'w.csv');
    expect(two.id).toBe(one.id);
    await one.settled();
    const answers = await Promise.all([one.act('write'), one.act('write'), one.act('write')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await one.settled()).toMatchObject({ status: 'done', written: { created: 600 } });
    expect((await one.act('write')).code).toBe('PSY_CONFLICT');

    const [mine, theirs] = [start(), start(plainAdmin())];
    await Promise.all([mine.send(many('X'), undefined, 'x.csv'), theirs.send(many('X'), undefined, 'x.csv')]);
    expect(theirs.id).not.toBe(mine.id);
    await mine.settled();
    await Promise.all([mine.act('write'), theirs.act('write')]);
    const [a, b] = [await mine.settled(), await theirs.settled()];
    expect([a.status, b.status]).toEqual(['done', 'done']);
    // Each number exists once, whichever import was first.
    expect(a.written.created + b.written.created).toBe(600);
    expect(a.written.refused + b.written.refused).toBe(600);
  });

  it('of a class teacher has only her class in scope, and no other class teacher sees it', async () => {
    const [own] = await find({ size: 1 }, teacher());
    const [foreign] = (await find({ size: 200 })).filter(({ class_name }) => class_name !== own!['class_name']);
    const run = start(teacher());
    const found = await run.preview(
      await book([
        HEADER,
        ['冯一', 'Y1', '男', own!['class_name'] as string],
        ['冯二', 'Y2', '男', foreign!['class_name'] as string],
        ['冯三', 'Y3', '男', null],
        [foreign!.child_name, foreign!.student_no, null, null, '改别人的'],
        [own!.child_name, own!.student_no, null, null, '改自己的'],
      ]),
    );
    expect(found.rows).toEqual({ total: 5, new: 1, changed: 1, same: 0, wrong: 3 });
    expect((await run.rows('wrong')).map(({ messages }) => messages[0])).toEqual([
      `班级：没有“${String(foreign!['class_name'])}”，或者它不在您的管理范围内`,
      '不能把学生写到您的管理范围之外',
      '学号：本校已有这个学号',
    ]);
    expect(await run.write()).toMatchObject({ written: { created: 1, updated: 1, refused: 0 } });
    const counsellor = (await server().client.signIn('o2001r9')).withRole(2001, 9);
    expect((await counsellor.get(`${IMPORTS}/${run.id}`)).status).toBe(404);
    expect((await admin().get(`${IMPORTS}/${run.id}`)).status).toBe(200);
    const elsewhere = (await server().client.signIn('o2002r4')).withRole(2002, 4);
    for (const path of ['', '/rows?outcome=new', '/file'])
      expect((await elsewhere.get(`${IMPORTS}/${run.id}${path}`)).status).toBe(404);
    expect((await elsewhere.get(`/v1/portal/async/tasks/${run.id}`)).status).toBe(404);
    expect(
      dataOf<{ status: number; progress: number }>(await teacher().get(`/v1/portal/async/tasks/${run.id}`)),
    ).toMatchObject({ task_id: run.id, type: 'import', status: 1, progress: 100 });
  });

  it('shows masked values as lists do, and takes them back unchanged', async () => {
    const student = (await find({ size: 30 })).find(({ mobile }) => typeof mobile === 'string')!;
    const [shown] = await find({ student_no: student.student_no }, plainAdmin());
    expect(shown!['mobile']).toMatch(/\*{4}/);
    const run = start(plainAdmin());
    expect(
      await run.preview(
        await book([HEADER, [student.child_name, student.student_no, null, null, null, shown!['mobile'] as string]]),
      ),
    ).toMatchObject({ rows: { same: 1 } });
    const change = start(plainAdmin());
    await change.preview(
      await book([HEADER, [student.child_name, student.student_no, null, null, null, '13911112222']]),
    );
    expect((await change.rows('changed'))[0]?.changes).toEqual([
      { field: 'mobile', title: '手机号码', before: shown!['mobile'], after: '139****2222' },
    ]);
  });

  it('stops once its owner has lost the role, and says why', async () => {
    const run = start(teacher());
    const [own] = await find({ size: 1 }, teacher());
    await run.preview(await book([HEADER, ['陈一', 'Z1', '男', own!['class_name'] as string]]));
    const { user_id } = teacher().session;
    const [kept] = await rowsOf(
      server(),
      'select role_extend from memberships where user_id = $1 and role_id = 10',
      user_id,
    );
    await rowsOf(server(), 'delete from memberships where user_id = $1 and role_id = 10', user_id);
    await server().services.access.invalidateUser(user_id);
    expect((await run.act('write')).status).toBe(403);
    await rowsOf(
      server(),
      "insert into memberships (org_id, user_id, identity, role_id, role_extend) values ('2001', $1, 3, 10, $2)",
      user_id,
      JSON.stringify(kept?.['role_extend']),
    );
    await server().services.access.invalidateUser(user_id);
    expect(await run.now()).toMatchObject({ status: 'ready' });
  });

  it('can be stopped: a preview is deleted, what was written stays recorded and can be continued or undone', async () => {
    const preview = start();
    await preview.preview(await book([HEADER, ['褚一', 'S1', '男', '初一（1）班']]));
    expect(dataOf<{ status: string }>(await preview.act('cancel')).status).toBe('cancelled');
    expect((await preview.file()).status).toBe(404);
    expect((await preview.act('write')).code).toBe('PSY_CONFLICT');

    const before = await count();
    const run = start();
    await run.preview(
      csv([['姓名', '学号', '班级'], ...Array.from({ length: 1500 }, (_, i) => ['褚', `T${i}`, '初一（1）班'])]),
      undefined,
      'x.csv',
    );
    await run.act('write');
    await run.act('cancel');
    const stopped = await run.settled();
    expect(stopped).toMatchObject({ status: 'stopped', can: { write: true } });
    expect(stopped.written.created).toBeLessThan(1500);
    expect(await count()).toBe(before + stopped.written.created);
    expect(await run.write()).toMatchObject({ status: 'done', written: { created: 1500, refused: 0 } });
    expect(await run.undo()).toMatchObject({ status: 'undone', undone: { rows: 1500, kept: 0 } });
    expect(await count()).toBe(before);
    // The character pairs of their names are deleted with them.
    expect(
      await rowsOf(
        server(),
        "select 1 from grams where of_table = 'students' and row_id not in (select child_id from students)",
      ),
    ).toEqual([]);
  });

  it('reports that its process crashed, and can be continued by another', async () => {
    const run = start();
    await run.preview(await book([HEADER, ['卫一', 'D1', '男', '初一（1）班']]));
    // The state that a process leaves when it is killed in the middle.
    await rowsOf(
      server(),
      "update imports set status = 'writing', written_at = created_at where import_id = $1",
      run.id,
    );
    server().clock.advance(61_000);
    expect(await run.now()).toMatchObject({
      status: 'stopped',
      problem: '服务器在写入时中断了：已写入的行都有记录，可以继续写入，也可以撤销',
      can: { write: true },
    });
    // Reading it has written nothing.
    expect(await rowsOf(server(), 'select status from imports where import_id = $1', run.id)).toEqual([
      { status: 'writing' },
    ]);
    const other = await startServer(server().db, {}, server().clock);
    const elsewhere = new Importing(other, admin().as({ port: other.port }));
    elsewhere.id = run.id;
    expect(await elsewhere.write()).toMatchObject({ status: 'done', written: { created: 1 } });
    await other.close();

    const closing = await startServer(server().db, {}, server().clock);
    const cut = new Importing(closing, admin().as({ port: closing.port }));
    await cut.send(
      csv([['姓名', '学号', '班级'], ...Array.from({ length: 5000 }, (_, i) => ['卫', `E${i}`, '初一（1）班'])]),
      undefined,
      'x.csv',
    );
    const claimed = "select from jobs where kind = 'import' and subject = $1 and state = 'running'";
    await expect.poll(() => rowsOf(server(), claimed, cut.id), { interval: 1 }).toHaveLength(1);
    await closing.close();
    run.id = cut.id;
    expect(await run.now()).toMatchObject({ status: 'refused', problem: '服务器正在停止，导入中断了' });
  });

  it('of classes identifies rows by year, grade and name, and has the fields of a university', async () => {
    const path = '/v1/portal/classes/import';
    const header = ['班级名称', '学段', '年级', '班号', '备注'];
    const rows = [
      ['初一（1）班', '初中', '初一', 1, '老班'],
      ['初一（91）班', '初中', '初一', 91, ''],
      ['初一（92）班', '高中', '初一', 92, ''],
    ];
    const sent = await admin().post(`${path}?file_name=a.xlsx`, await book([header, ...rows]));
    await server().services.jobs.idle();
    expect(dataOf(await admin().get(`${path}/${dataOf<{ import_id: string }>(sent).import_id}`))).toMatchObject({
      rows: { new: 1, changed: 1, wrong: 1 },
    });
    const university = (await server().client.signIn('o2003r4')).withRole(2003, 4);
    const template = textsOf((await university.get('/v1/portal/classes/import/template')).body);
    expect(template[0]).toEqual(expect.arrayContaining(['行政班名称', '辅导员', '校区']));
    expect(template[0]).not.toContain('班号');
  });

  it('of a resource that a single tenant has needs no code', async () => {
    const university = (await server().client.signIn('o2003r4')).withRole(2003, 4);
    const path = '/v1/portal/x/equipment/import';
    const file = await book([
      ['器材名称', '类别', '数量', '可外借'],
      ['新沙盘', '沙盘', 2, '是'],
      ['错的', '没有的类别', 1, '否'],
    ]);
    const sent = await university.post(`${path}?file_name=a.xlsx`, file);
    expect([sent.status, sent.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
    await server().services.jobs.idle();
    const { import_id } = dataOf<{ import_id: string }>(sent);
    expect(dataOf(await university.get(`${path}/${import_id}`))).toMatchObject({
      status: 'ready',
      rows: { new: 1, wrong: 1 },
    });
    await university.post(`${path}/${import_id}/write`, {});
    await server().services.jobs.idle();
    expect(
      dataOf<Listed>(await university.get(query('/v1/portal/x/equipment', { equipment_name: '新沙盘' }))).items[0],
    ).toMatchObject({ kind: 'sandplay', amount: 2, lendable: true });
    await university.post(`${path}/${import_id}/undo`);
    await server().services.jobs.idle();
    expect(
      dataOf<Listed>(await university.get(query('/v1/portal/x/equipment', { equipment_name: '新沙盘' }))).total,
    ).toBe(0);
  });

  it('has a template: drop-downs from a hidden sheet, text cells, and a sheet that explains the columns', async () => {
    const answer = await admin().post(`${STUDENTS}/temp/export/2001`);
    expect(answer.status).toBe(200);
    const parts = unzip(answer.body);
    expect(textsOf(answer.body)).toEqual(
      [['姓名', '学号', '性别', '班级', '出生日期', '手机号码', '入学日期', '身份证号', '家庭住址', '备注']].map(
        (row) => expect.arrayContaining(row),
      ),
    );
    const sheet = parts.get('xl/worksheets/sheet1.xml')!;
    expect(
      [...sheet.matchAll(/<dataValidation [^>]*type="list"[^>]*sqref="([A-Z]+)2:\1(\d+)"/g)].map(([, , last]) => last),
    ).toEqual(['5001', '5001']);
    const workbook = parts.get('xl/workbook.xml')!;
    expect(workbook).toMatch(/<sheet [^>]*name="填写说明"/);
    expect(workbook).toMatch(/<sheet [^>]*name="选项"[^>]*state="hidden"|<sheet [^>]*state="hidden"[^>]*name="选项"/);
    expect(workbook).toMatch(/<definedName name="choices_\d">'选项'!\$B\$1:\$B\$36<\/definedName>/);
    expect([...parts.values()].join('')).toContain('初一（1）班');
    expect((await admin().post(`${STUDENTS}/temp/export/2002`)).status).toBe(404);
    // The filled-in template is imported as it is.
    const run = start();
    const sent = await run.send(
      await book([
        ['姓名', '学号', '性别', '班级'],
        ['王小明', 'Q1', '男', '初一（1）班'],
      ]),
      `${STUDENTS}/temp/import/2001`,
    );
    expect(sent.status).toBe(200);
    expect(await run.settled()).toMatchObject({ status: 'ready', rows: { new: 1 } });
  });

  it('of an exported file changes nothing, in both formats', async () => {
    for (const format of ['xlsx', 'csv']) {
      const file = (await admin().get(query(`${STUDENTS}/export`, { format, class_id: 'c2001-2026-7-01' }))).body;
      const { rows, columns } = await start().preview(file, undefined, `x.${format}`);
      expect({ format, ...rows, unknown: columns.unknown }).toMatchObject({
        format,
        new: 0,
        changed: 0,
        wrong: 0,
        unknown: [],
      });
      expect(rows.same).toBeGreaterThan(20);
    }
  });
});
