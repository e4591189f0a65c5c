import { beforeAll, describe, expect, it } from 'vitest';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { textsOf, unzip } from '../../resources/server/cells.ts';
import { dataOf, query, rowsOf, useClient, type Listed } from '../../resources/server/support.ts';
import { book, Importing, STUDENTS } from './support.ts';

const GUARDIANS = '/v1/portal/guardians';
const TEACHERS = '/v1/portal/teachers';
const CLASSES = '/v1/portal/classes';
/** The class of class teacher o2001r10, and one beyond her. */
const MINE = 'c2001-2026-7-01';
const FAR = 'c2001-2026-12-06';

interface Student {
  child_id: string;
  child_name: string;
  student_no: string;
}

describeApi('files with other resources than students', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const assistant = useClient(server, 2001, 5);
  const teacher = useClient(server, 2001, 10);
  const college = useClient(server, 2003, 4);
  const template = async (client: typeof admin, path: string) => (await client().get(`${path}/import/template`)).body;
  const wrong = async (run: Importing) =>
    (await run.rows('wrong')).map(({ row, messages }) => [row, messages.join('；')]);
  let mine: Student[];
  let far: Student[];
  beforeAll(async () => {
    const ofClass = async (class_id: string) =>
      dataOf<Listed<Student>>(await admin().get(query(STUDENTS, { class_id, size: 20 }))).items;
    [mine, far] = [await ofClass(MINE), await ofClass(FAR)];
  });

  it('are guardians, each with a child and the relation; a repeated import changes nothing', async () => {
    const HEADER = ['姓名', '手机号码', '孩子学号', '与孩子的关系', '备注'];
    expect(textsOf(await template(admin, GUARDIANS))[0]).toEqual(expect.arrayContaining(HEADER));
    const [first, second] = [mine[0]!, mine[1]!];
    const file = await book([
      HEADER,
      ['东郭一', '13900000001', first.student_no, '父亲'],
      ['东郭二', '13900000002', second.child_name, '母亲', '晚上联系'],
      ['东郭三', '139', second.student_no, '舅舅'],
      ['东郭四', null, '没有这个学号', '父亲'],
      ['东郭一', null, first.student_no, '父亲'],
    ]);
    const run = new Importing(server(), admin(), GUARDIANS);
    expect(await run.preview(file)).toMatchObject({
      status: 'ready',
      rows: { total: 5, new: 2, changed: 0, same: 0, wrong: 3 },
    });
    expect((await run.rows('new')).map(({ cells }) => cells.find(({ field }) => field === 'child_id')?.text)).toEqual([
      first.child_name,
      second.child_name,
    ]);
    expect(await wrong(run)).toEqual([
      [4, expect.stringMatching(/舅舅.*手机号码：/)],
      [5, expect.stringContaining('孩子学号：没有“没有这个学号”')],
      [6, expect.stringContaining('与第 2 行重复')],
    ]);
    expect(await run.write()).toMatchObject({ status: 'done', written: { created: 2, updated: 0 } });
    const links = await rowsOf(
      server(),
      "select g.guardian_name, l.child_id, l.relation from guardians g join guardian_children l using (org_id, guardian_id) where g.org_id = '2001' and g.guardian_name like '东郭%' order by 1",
    );
    expect(links).toEqual([
      { guardian_name: '东郭一', child_id: first.child_id, relation: 1 },
      { guardian_name: '东郭二', child_id: second.child_id, relation: 2 },
    ]);

    const again = new Importing(server(), admin(), GUARDIANS);
    const rows = [
      HEADER,
      ['东郭一', '13900000001', first.child_name, '父亲'],
      ['东郭二', '13900000009', second.student_no, '母亲'],
      ['东郭二', null, first.student_no, '外婆'],
    ];
    expect((await again.preview(await book(rows))).rows).toEqual({ total: 3, new: 1, changed: 1, same: 1, wrong: 0 });
    const other = new Importing(server(), admin(), GUARDIANS);
    await other.preview(await book([HEADER, ['东郭二', null, second.student_no, '父亲']]));
    expect(await wrong(other)).toEqual([
      [2, expect.stringMatching(/与孩子的关系：现在是“母亲”，不能通过导入改为“父亲”/)],
    ]);

    expect(await run.undo()).toMatchObject({ status: 'undone', undone: { rows: 2, kept: 0 } });
    expect(
      await rowsOf(
        server(),
        "select 1 from guardian_children l join guardians g using (org_id, guardian_id) where g.guardian_name like '东郭%'",
      ),
    ).toEqual([]);
  });

  describe('of lines with equal name and number', () => {
    const HEADER = ['姓名', '手机号码', '孩子学号', '与孩子的关系', '备注'];
    let [a, b, c, d] = ['', '', '', ''];
    let second: Importing;
    let third: Importing;
    let hers: Importing;
    beforeAll(() => {
      [a, b, c, d] = mine.map(({ student_no }) => student_no) as [string, string, string, string];
    });
    const links = () =>
      rowsOf(
        server(),
        "select g.guardian_id, l.relation, s.student_no from guardians g join guardian_children l using (org_id, guardian_id) join students s using (org_id, child_id) where g.org_id = '2001' and g.guardian_name = '南宫一' order by s.student_no",
      );
    const numbers = async () => (await links()).map(({ student_no }) => student_no);
    const line = (
      child: string | null,
      relation = '父亲',
      mobile: string | null = '13900000021',
      remark: string | null = null,
    ) => ['南宫一', mobile, child, relation, remark];

    it('join them to one guardian', async () => {
      const first = new Importing(server(), admin(), GUARDIANS);
      expect(
        (await first.preview(await book([HEADER, line(a), line(b, '父亲', '13900000021', '夜班'), line('没有')]))).rows,
      ).toEqual({ total: 3, new: 2, changed: 0, same: 0, wrong: 1 });
      expect(await first.write()).toMatchObject({ status: 'done', written: { created: 1, updated: 1, refused: 0 } });
      expect(await numbers()).toEqual([a, b].sort());
      expect(new Set((await links()).map(({ guardian_id }) => guardian_id)).size).toBe(1);
      const [made] = dataOf<Listed<Record<string, unknown>>>(
        await admin().get(query(GUARDIANS, { guardian_name: '南宫一' })),
      ).items;
      expect(made).toMatchObject({ remark: expect.stringContaining('夜') as string });
    });

    it('find the guardian by a line with a child of this guardian', async () => {
      second = new Importing(server(), admin(), GUARDIANS);
      expect((await second.preview(await book([HEADER, line(c), line(a), line(c)]))).rows).toEqual({
        total: 3,
        new: 0,
        changed: 1,
        same: 1,
        wrong: 1,
      });
      const [change] = await second.rows('changed');
      expect(change?.changes).toEqual(
        expect.arrayContaining([expect.objectContaining({ field: 'child_id', after: mine[2]!.child_name })]),
      );
      expect(await second.write()).toMatchObject({ written: { created: 0, updated: 1, refused: 0 } });
    });

    it('find the guardian by name and number; without a match it is another person of that name', async () => {
      third = new Importing(server(), admin(), GUARDIANS);
      expect((await third.preview(await book([HEADER, line(d), line(d, '父亲', null)]))).rows).toMatchObject({
        changed: 1,
        wrong: 1,
      });
      expect(
        (await new Importing(server(), admin(), GUARDIANS).preview(await book([HEADER, line(d, '父亲', null)]))).rows,
      ).toMatchObject({ new: 1 });
      await third.write();
      expect(await numbers()).toEqual([a, b, c, d].sort());
    });

    it('tell a class teacher, who sees no numbers, nothing about them, and add to guardians that her file names', async () => {
      const guess = async (mobile: string) =>
        (
          await new Importing(server(), teacher(), GUARDIANS).preview(
            await book([HEADER, line(mine[4]!.student_no, '父亲', mobile)]),
          )
        ).rows;
      expect(await guess('13900000021')).toEqual(await guess('13900000099'));
      hers = new Importing(server(), teacher(), GUARDIANS);
      expect(
        await hers.all(await book([HEADER, line(a), line(mine[4]!.student_no), line(far[0]!.student_no)])),
      ).toMatchObject({ rows: { wrong: 1 }, written: { created: 0, refused: 0 } });
      expect(await numbers()).toHaveLength(5);
    });

    it('are undone link by link, as each was added', async () => {
      expect(await hers.undo()).toMatchObject({ undone: { kept: 0 } });
      expect(await third.undo()).toMatchObject({ undone: { rows: 1, kept: 0 } });
      expect(await second.undo()).toMatchObject({ undone: { rows: 1, kept: 0 } });
      expect(await numbers()).toEqual([a, b].sort());
      expect(
        await rowsOf(
          server(),
          "select 1 as one from audit_logs where resource = 'guardian' and row_label = '南宫一' and act = 'update' and before ->> 'child_id' = $1 and after ->> 'child_id' is null",
          mine[2]!.child_id,
        ),
      ).toEqual([{ one: 1 }]);
    });
  });

  it('join distant lines to one guardian, whichever line names a child that the guardian already has', async () => {
    const HEADER = ['姓名', '手机号码', '孩子学号', '与孩子的关系'];
    const [a, b, c, d, e] = mine.map(({ student_no }) => student_no) as [string, string, string, string, string];
    const children = (name: string) =>
      rowsOf(
        server(),
        "select g.guardian_id, s.student_no from guardians g join guardian_children l using (org_id, guardian_id) join students s using (org_id, child_id) where g.org_id = '2001' and g.guardian_name = $1 order by 2",
        name,
      );
    const line = (name: string, child: string, mobile = '13900000031') => [name, mobile, child, '父亲'];
    const between = Array.from({ length: 600 }, (_, i) => [`令狐${i}`, null, '没有这个学号', '父亲']);
    const there = new Importing(server(), teacher(), GUARDIANS);
    await there.all(await book([HEADER, line('东方一', a)]));

    // A class teacher may not search by number: only the last line shows that the first is about an existing
    // guardian.
    const run = new Importing(server(), teacher(), GUARDIANS);
    const preview = await run.preview(
      await book([
        HEADER,
        line('东方一', b),
        line('东方二', c, '13900000032'),
        ...between,
        line('东方二', d, '13900000032'),
        line('东方一', a),
      ]),
    );
    expect(preview.rows).toEqual({ total: 604, new: 2, changed: 2, same: 0, wrong: 600 });
    expect(await run.write()).toMatchObject({ written: { created: 1, updated: 3, refused: 0 } });
    expect((await children('东方一')).map(({ student_no }) => student_no)).toEqual([a, b].sort());
    expect((await children('东方二')).map(({ student_no }) => student_no)).toEqual([c, d].sort());
    for (const name of ['东方一', '东方二'])
      expect(new Set((await children(name)).map(({ guardian_id }) => guardian_id)).size).toBe(1);
    expect(await run.undo()).toMatchObject({ undone: { rows: 4, kept: 0 } });
    expect((await children('东方一')).map(({ student_no }) => student_no)).toEqual([a]);
    expect(await children('东方二')).toEqual([]);

    // Two existing guardians share name and number, so the line is ambiguous.
    const other = new Importing(server(), teacher(), GUARDIANS);
    await other.all(await book([HEADER, line('东方一', d, '13900000033')]));
    await rowsOf(server(), "update guardians set mobile = '13900000031' where guardian_name = '东方一'");
    const unsure = new Importing(server(), teacher(), GUARDIANS);
    await unsure.preview(await book([HEADER, line('东方一', e), line('东方一', a), line('东方一', d)]));
    expect(await wrong(unsure)).toEqual([[2, expect.stringContaining('不知道是哪一个')]]);
    for (const one of [there, other]) await one.undo();
  });

  it('limit a class teacher to guardians of her own children, and reveal no numbers that she cannot see', async () => {
    const HEADER = ['姓名', '手机号码', '孩子学号', '与孩子的关系'];
    const [known] = await rowsOf(
      server(),
      `select g.guardian_name, g.mobile, s.student_no, l.relation from guardians g join guardian_children l using (org_id, guardian_id) join students s using (org_id, child_id) where s.class_id = '${MINE}' and g.mobile is not null limit 1`,
    );
    const label = { 1: '父亲', 2: '母亲' }[Number(known?.['relation'])] ?? '父亲';
    const line = (mobile: unknown) => [
      String(known?.['guardian_name']),
      String(mobile),
      String(known?.['student_no']),
      label,
    ];
    const run = new Importing(server(), teacher(), GUARDIANS);
    expect(
      (
        await run.preview(
          await book([
            HEADER,
            ['西门一', null, far[0]!.student_no, '父亲'],
            ['西门二', null, far[0]!.child_name, '父亲'],
            ['西门三', null, mine[0]!.student_no, '父亲'],
          ]),
        )
      ).rows,
    ).toMatchObject({ new: 1, wrong: 2 });
    expect(await run.write()).toMatchObject({ written: { created: 1 } });
    const messagesFor = await Promise.all(
      [known?.['mobile'], '13912341234'].map(async (mobile) => {
        const guess = new Importing(server(), teacher(), GUARDIANS);
        const { rows } = await guess.preview(await book([HEADER, line(mobile)]));
        return { rows, changed: (await guess.rows('changed')).map(({ changes }) => changes.map(({ field }) => field)) };
      }),
    );
    expect(messagesFor[0]).toEqual(messagesFor[1]);
    expect(messagesFor[0]?.rows).toMatchObject({ changed: 1 });
  });

  describe('of teachers', () => {
    const HEADER = ['姓名', '登录名', '角色', '工号', '性别', '部门', '手机号'];
    let name: string;
    let run: Importing;

    it('have a template with the roles of the organisation', async () => {
      const options = await template(assistant, TEACHERS);
      expect(textsOf(options)[0]).toEqual(expect.arrayContaining(HEADER));
      const lists = [...unzip(options).values()].join('');
      expect(lists).toContain('班主任');
      expect(lists).not.toContain('机构超级管理员');
    });

    it('refuse lines with a role that the importer may not grant, a taken name, or an unknown department', async () => {
      const [department] = await rowsOf(
        server(),
        "select department_name from departments where org_id = '2001' group by 1 having count(*) = 1 order by 1 limit 1",
      );
      name = String(department?.['department_name']);
      const file = await book([
        HEADER,
        ['夏侯一', 'xiahou1', '班主任', 'X1', '女', name, '13900000011'],
        ['夏侯二', 'xiahou2', '超级管理员'],
        ['夏侯三', 'o2001r4', '教师'],
        ['夏侯四', 'xiahou4', '教师', 'X4', null, '没有这个部门'],
      ]);
      run = new Importing(server(), assistant(), TEACHERS);
      expect((await run.preview(file)).rows).toMatchObject({ new: 1, wrong: 3 });
      const messagesFor = await wrong(run);
      expect(messagesFor.map(([row]) => row)).toEqual([3, 4, 5]);
      expect(messagesFor[0]?.[1]).toContain('您不能授予这个角色');
    });

    it('create them in departments by name, without a password', async () => {
      expect(await run.write()).toMatchObject({ written: { created: 1, refused: 0 } });
      const [made] = dataOf<Listed<Record<string, unknown>>>(
        await admin().get(query(TEACHERS, { login_name: 'xiahou1' })),
      ).items;
      expect(made).toMatchObject({
        teacher_name: '夏侯一',
        role_names: '班主任',
        department_name: name,
        teacher_no: 'X1',
        enabled: true,
      });
      await expect(server().client.signIn('xiahou1', 'Demo-2026!')).rejects.toThrow();
    });

    it('compare only what the importer may see', async () => {
      const again = new Importing(server(), assistant(), TEACHERS);
      const { rows: seenInPart } = await again.preview(
        await book([HEADER, ['夏侯一', 'xiahou1', '班主任', 'X1', '女', name, '13900000011']]),
      );
      expect([seenInPart, await wrong(again)]).toEqual([expect.objectContaining({ same: 0, changed: 1 }), []]);
      const seen = new Importing(server(), admin(), TEACHERS);
      expect(
        (await seen.preview(await book([HEADER, ['夏侯一', 'xiahou1', '班主任', 'X1', '女', name, '13900000011']])))
          .rows,
      ).toMatchObject({ same: 1 });
    });

    it('are undone with their accounts', async () => {
      expect(await run.undo()).toMatchObject({ undone: { rows: 1, kept: 0 } });
      expect(await rowsOf(server(), "select 1 from accounts where login_key = 'xiahou1' and enabled")).toEqual([]);
    });
  });

  it('are the staff of an institution, and roles without the right cannot import', async () => {
    const run = new Importing(server(), (await server().client.signIn('o1001r2')).withRole(1001, 2), TEACHERS);
    expect(
      await run.all(
        await book([
          ['姓名', '登录名', '角色', '工号'],
          ['宇文一', 'yuwen1', '教科室', 'Y1'],
          ['宇文二', 'yuwen2', '班主任', 'Y2'],
          ['宇文三', 'yuwen3', '机构超级管理员', 'Y3'],
        ]),
      ),
    ).toMatchObject({ rows: { new: 1, wrong: 2 }, written: { created: 1 } });
    expect(await run.undo()).toMatchObject({ undone: { rows: 1 } });
    expect((await teacher().get(`${TEACHERS}/import/template`)).status).toBe(403);
    expect((await teacher().get(`${CLASSES}/import/template`)).status).toBe(403);
    expect((await admin().get('/v1/portal/colleges/import/template')).status).toBe(403);
  });

  it('are colleges, majors, and classes that belong to them, where a school has some', async () => {
    const [colleges, majors, classes] = ['/v1/portal/colleges', '/v1/portal/majors', CLASSES].map(
      (path) => new Importing(server(), college(), path),
    ) as [Importing, Importing, Importing];
    expect(await colleges.all(await book([['院系名称'], ['海洋学院'], ['教育科学学院']]))).toMatchObject({
      rows: { new: 1, same: 1 },
      written: { created: 1 },
    });
    expect(
      await majors.all(
        await book([
          ['院系', '专业名称'],
          ['海洋学院', '航海技术'],
          ['教育科学学院', '应用心理学'],
          ['没有学院', '航海技术'],
        ]),
      ),
    ).toMatchObject({ rows: { new: 1, same: 1, wrong: 1 }, written: { created: 1 } });
    const header = textsOf(await template(college, CLASSES))[0] ?? [];
    expect(header).toEqual(expect.arrayContaining(['院系', '专业']));
    const [className, period, grade] = [
      header.find((text) => text.includes('班') && !text.includes('号')) ?? '',
      '大学',
      '大一',
    ];
    const file = await book([
      [className, '学段', '年级', '院系', '专业'],
      ['航海一班', period, grade, null, '航海技术'],
      ['航海二班', period, grade, '教育科学学院', '航海技术'],
      ['航海三班', period, grade, '海洋学院', null],
    ]);
    const preview = await classes.preview(file);
    expect([preview.rows, await wrong(classes)]).toEqual([
      { total: 3, new: 2, changed: 0, same: 0, wrong: 1 },
      [[3, '专业：这个专业不属于所选的院系']],
    ]);
    expect(await classes.write()).toMatchObject({ written: { created: 2 } });
    const [made] = dataOf<Listed<Record<string, unknown>>>(
      await college().get(query(CLASSES, { class_name: '航海一班' })),
    ).items;
    expect(made).toMatchObject({ college_name: '海洋学院', major_name: '航海技术' });
    expect(textsOf(await template(admin, CLASSES))[0]).not.toContain('院系');
  });

  it('are custom groups by name', async () => {
    const run = new Importing(server(), admin(), '/v1/portal/custom_groups');
    expect(
      await run.all(
        await book([
          ['分组名称', '说明'],
          ['读书会', '周三活动'],
          ['合唱团', null],
        ]),
      ),
    ).toMatchObject({ written: { created: 2 } });
    expect(await run.undo()).toMatchObject({ undone: { rows: 2 } });
  });
});
