import { expect, it } from 'vitest';
import { csv, Importing } from '../../../platform/imports/server/support.ts';
import { rowsOf, useVerifiedClient } from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { resultsLike, studentsWithoutWarnings, TOTALS } from './totals-support.ts';

const HEAD = ['学号', '量表', '维度', '分数', '施测日期'];
const DAY = '2026-03-02';

describeApi('totals of scales without items', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const psychologist = useVerifiedClient(server, 2001, 8);
  const classTeacher = useVerifiedClient(server, 2001, 10);
  const elsewhere = useVerifiedClient(server, 2002, 4);
  const students = () => studentsWithoutWarnings(server());
  const fileOf = (...lines: (string | number)[][]) => csv([HEAD, ...lines]);
  const importing = (client = admin()) => new Importing(server(), client, TOTALS);
  const results = (like: string) => resultsLike(server(), like);

  it('are previewed, written, banded, marked as imported and raise the interview once', async () => {
    const [first, second] = await students();
    const file = fileOf(
      [String(first?.['student_no']), 'MHT', '总焦虑倾向', 70, DAY],
      [String(first?.['student_no']), 'MHT', '学习焦虑', 9, DAY],
      [String(second?.['student_no']), 'MHT', '总焦虑倾向', 20, DAY],
    );
    const one = importing();
    expect((await one.preview(file, undefined, '总分.csv')).rows).toMatchObject({ total: 3, new: 3, wrong: 0 });
    expect(await results(`im-mht-%`)).toEqual([]);
    expect((await one.write()).written).toEqual({ created: 3, updated: 0, refused: 0 });
    const [high] = await results(`im-mht-20260302-${String(first?.['child_id'])}`);
    expect(high).toMatchObject({
      source: 'imported',
      wording: 'none',
      norm_set: 'published',
      valid: true,
      positive: true,
    });
    expect(high?.['dimensions']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ dimension_id: 'total', score: 70, band_id: 'reached' }),
        expect.objectContaining({ dimension_id: 'learning', score: 9, band_id: 'high' }),
        expect.objectContaining({ dimension_id: 'fear', score: null }),
      ]),
    );
    const [low] = await results(`im-mht-20260302-${String(second?.['child_id'])}`);
    expect(low).toMatchObject({ positive: false });
    const warnings = await rowsOf(
      server(),
      "select child_id, valid_status, verdict_due is not null as due from warns where source_ref like 'im-mht-20260302:%'",
    );
    expect(warnings).toEqual([{ child_id: first?.['child_id'], valid_status: 0, due: true }]);

    const sheet = `im-mht-20260302-${String(first?.['child_id'])}`;
    const shown = (await psychologist().get(`/v1/portal/child_exams/${sheet}/result`)).data;
    expect(shown.scales).toMatchObject([
      {
        scale_id: 'mht',
        source: 'imported',
        dimensions: [{ band_title: '达到划界分' }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
      },
    ]);
    const report = (await psychologist().get(`/v1/portal/child_exams/${sheet}/report`)).data;
    expect(report).toMatchObject({ state: 'ready', critical: [], scales: [{ imported: true }] });
    expect(report.replaced).toBeUndefined();
    const listed = (await admin().get(`/v1/portal/children/${String(first?.['child_id'])}/exams`)).data.items;
    expect(listed).toEqual(
      expect.arrayContaining([expect.objectContaining({ child_exam_id: sheet, status: 'scored' })]),
    );

    // The same file again changes nothing, and raises nothing.
    const again = importing();
    const preview = await again.preview(Buffer.concat([file, Buffer.from('\r\n')]), undefined, '又一次.csv');
    expect(preview.rows).toMatchObject({ total: 3, same: 3 });
    await server().services.jobs.runDue();
    expect(await rowsOf(server(), "select 1 from warns where source_ref like 'im-mht-20260302:%'")).toHaveLength(1);

    // An undo takes back what raised nothing, and says why the rest stays.
    await one.undo();
    expect((await one.now()).undone).toEqual({ rows: 1, kept: 2 });
    expect(await results(`im-mht-20260302-${String(second?.['child_id'])}`)).toEqual([]);
    expect((await one.rows('kept'))[0]?.messages.join()).toContain('已经发出预警');
  });

  it('may have one line for each student and one column for each dimension', async () => {
    const [first = '', second = ''] = (await students()).map((student) => String(student['student_no']));
    const whose = expect.any(String) as unknown;
    const wide = [
      ['成绩单'],
      ['学号', '班级', '施测日期', 'MHT 总焦虑倾向', '学习焦虑', 'K10', '备注'],
      [first, '', '2026-03-04', 30, 6, '', ''],
      [second, '', '2026-03-04', '', 16, 20, ''],
      [first, '', '2026-03-04', 31, '', '', ''],
    ];
    const one = importing();
    const preview = await one.preview(csv(wide), undefined, '一列一个维度.csv');
    expect(preview).toMatchObject({
      rows: { total: 5, new: 3, wrong: 2 },
      columns: { unknown: ['备注'], ignored: ['班级'] },
    });
    expect((await one.rows('new')).map(({ row, cells }) => [row, ...cells.map(({ text }) => text)])).toEqual([
      [3, whose, 'MHT', '总焦虑倾向', '30', '2026-03-04'],
      [3, whose, 'MHT', '学习焦虑', '6', '2026-03-04'],
      [4, whose, 'K10', '总分', '20', '2026-03-04'],
    ]);
    expect((await one.rows('wrong')).map(({ row, messages }) => [row, messages.join()])).toEqual([
      [4, expect.stringContaining('在 0 到 15 之间')],
      [5, expect.stringContaining('与第 3 行重复')],
    ]);
    const lines = (await one.file()).text.split('\r\n').map((line) => line.split(',').at(-1));
    expect(lines).toEqual([
      expect.anything(),
      expect.stringContaining('错误说明'),
      expect.not.stringContaining('行'),
      expect.stringContaining('在 0 到 15 之间'),
      expect.stringContaining('与第 3 行重复'),
    ]);
    expect((await one.write({ ignore: ['备注'] })).written).toEqual({ created: 3, updated: 0, refused: 0 });
    expect(await results('im-mht-20260304-%')).toHaveLength(1);
    expect(await results('im-k10-20260304-%')).toHaveLength(1);
    await one.undo();
    expect((await one.now()).undone).toEqual({ rows: 3, kept: 0 });

    for (const [header, problem] of [
      [['学号', '施测日期', '学习焦虑', '分数'], '不能再有这些列：分数'],
      [['学号', '学习焦虑'], '缺少必填的列：施测日期'],
      [['学号', '施测日期', '总分'], '缺少必填的列：量表'],
      [['学号', '量表', '施测日期'], '缺少必填的列：维度、分数'],
    ] as const)
      expect((await importing().preview(csv([header, [first, 1, 2, 3].slice(0, header.length)]))).problem).toContain(
        problem,
      );
  });

  it('say in words what is wrong with a line, and write only the others', async () => {
    const [, , third] = await students();
    const no = String(third?.['student_no']);
    const one = importing();
    const preview = await one.preview(
      fileOf(
        [no, 'MHT', '没有的维度', 5, DAY],
        [no, 'MHT', '学习焦虑', 16, DAY],
        [no, 'MHT', '学习焦虑', 3.5, '2026-03-03'],
        [no, 'PHQ-9', '总分', 5, DAY],
        ['99999999', 'MHT', '学习焦虑', 5, DAY],
        [no, 'K10', '总分', 20, '2099-01-01'],
        [no, 'SDQ', '情绪症状', 4, DAY],
        [no, 'SDQ', '情绪症状', 5, DAY],
      ),
      undefined,
      '错误.csv',
    );
    expect(preview.rows).toMatchObject({ total: 8, new: 1, wrong: 7 });
    const messages = (await one.rows('wrong')).map((row) => row.messages.join('；'));
    for (const [i, text] of [
      '没有这个维度',
      '在 0 到 15 之间',
      '是整数',
      '量表',
      '学号',
      '不能晚于今天',
      '重复',
    ].entries())
      expect(messages[i]).toContain(text);
    expect((await one.write()).written.created).toBe(1);
    await one.undo();
    expect((await one.now()).undone).toEqual({ rows: 1, kept: 0 });
    expect(await rowsOf(server(), "select 1 from exams where exam_id = 'im-sdq-20260302'")).toEqual([]);
    // The counts for institutions are of plans alone.
    expect(await rowsOf(server(), "select 1 from exam_tallies where exam_id like 'im-%'")).toEqual([]);
  });

  it('are of those who plan, of their own school and their own students', async () => {
    const [, , third] = await students();
    expect((await classTeacher().get(TOTALS)).status).toBe(403);
    expect((await classTeacher().post(`${TOTALS}/import?file_name=a.csv`, fileOf())).status).toBe(403);
    const [row] = await rowsOf(server(), 'select total_id from exam_totals limit 1');
    expect((await elsewhere().get(`${TOTALS}/${String(row?.['total_id'])}`)).status).toBe(404);
    const theirs = importing(elsewhere());
    const preview = await theirs.preview(
      fileOf([String(third?.['student_no']), 'MHT', '学习焦虑', 5, DAY]),
      undefined,
      '别校.csv',
    );
    expect(preview.rows).toMatchObject({ new: 0, wrong: 1 });
    await server().db.admin((run) =>
      run(
        "update memberships set role_extend = '{\"periods\": [3]}' where org_id = '2001' and user_id = 'u-o2001r8' and role_id = 8",
      ),
    );
    await server().services.access.invalidateUser('u-o2001r8');
    const [far] = await rowsOf(
      server(),
      "select student_no from students s join classes c using (org_id, class_id) where s.org_id = '2001' and c.period = 4 and s.study_status = 1 limit 1",
    );
    const limited = importing(psychologist());
    expect(
      (await limited.preview(fileOf([String(far?.['student_no']), 'MHT', '学习焦虑', 5, DAY]), undefined, '范围外.csv'))
        .rows,
    ).toMatchObject({ new: 0, wrong: 1 });
  });
});
