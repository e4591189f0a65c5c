import { beforeAll, describe, expect, it } from 'vitest';
import { describeDatabases } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { dataOf, query, rowsOf, useClient, type Listed } from '../../resources/server/support.ts';
import { book, Importing, STUDENTS } from './support.ts';

const HEADER = ['姓名', '学号', '性别', '班级', '出生日期', '手机号码', '备注'];

describeDatabases('an import of students', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const start = () => new Importing(server(), admin());
  type Student = Record<string, unknown> & { child_id: string };
  const studentOf = async (student_no: string) =>
    dataOf<Listed<Student>>(await admin().get(query(STUDENTS, { student_no }))).items[0];
  let known: Student;
  beforeAll(async () => {
    known = dataOf<Listed<Student>>(await admin().get(query(STUDENTS, { size: 1 }))).items[0]!;
  });

  describe('of new, changed, equal and wrong lines', () => {
    let file: Awaited<ReturnType<typeof book>>;
    let run: Importing;

    it('counts the lines by what they would do, and writes nothing', async () => {
      const before = await rowsOf(server(), "select count(*) as n from students where org_id = '2001'");
      file = await book([
        HEADER,
        ['赵一', 'N0001', '男', '初一（1）班', '2013-05-20', '13900000001', ''],
        ['钱二', 'N0002', '女', '初一（2）班', new Date('2013-06-21T00:00:00Z'), 13900000002, '转来'],
        [known['child_name'] as string, known['student_no'] as string, null, null, null, null, '改了备注'],
        [
          dataOf<Listed<Student>>(await admin().get(query(STUDENTS, { size: 1, page: 2 }))).items[0]![
            'child_name'
          ] as string,
          dataOf<Listed<Student>>(await admin().get(query(STUDENTS, { size: 1, page: 2 }))).items[0]![
            'student_no'
          ] as string,
        ],
        ['孙三', '', '男', '初一（1）班'],
        ['李四', 'N0004', '男女', '没有这个班', '2013-02-30', '12', ''],
        ['赵一', 'N0001', '男', '初一（1）班'],
      ]);
      run = start();
      const preview = await run.preview(file);
      expect(preview).toMatchObject({
        status: 'ready',
        rows: { total: 7, new: 2, changed: 1, same: 1, wrong: 3 },
        written: { created: 0, updated: 0, refused: 0 },
        can: { write: true, cancel: true, undo: false },
      });
      expect(await rowsOf(server(), "select count(*) as n from students where org_id = '2001'")).toEqual(before);
    });

    it('shows what each line would do, masked, and why a line is wrong', async () => {
      expect((await run.rows('new'))[1]).toMatchObject({
        row: 3,
        label: '钱二',
        cells: [
          { title: '姓名', text: '钱二' },
          { title: '学号', text: 'N0002' },
          { title: '性别', text: '女' },
          { title: '班级', text: '初一（2）班' },
          { title: '出生日期', text: '2013-06-21' },
          { title: '手机号码', text: '139****0002' },
          { title: '备注', text: '转来' },
        ],
      });
      expect((await run.rows('changed')).map(({ row, changes }) => ({ row, changes }))).toEqual([
        { row: 4, changes: [{ field: 'remark', title: '备注', after: '改了备注' }] },
      ]);
      expect((await run.rows('wrong')).map(({ row, messages }) => ({ row, messages }))).toEqual([
        { row: 6, messages: ['学号：请填写学号'] },
        {
          row: 7,
          messages: [
            '性别：没有“男女”这个选项，可以填写：男、女',
            '班级：没有“没有这个班”，或者它不在您的管理范围内',
            '出生日期：“2013-02-30”不是能识别的日期，请填写存在的日期，例如 2026-09-01',
            '手机号码：请填写以 1 开头的 11 位手机号码',
          ],
        },
        { row: 8, messages: ['与第 2 行重复：N0001'] },
      ]);
    });

    it('writes the lines that are right', async () => {
      expect(await run.write()).toMatchObject({
        status: 'done',
        written: { created: 2, updated: 1, refused: 0 },
        can: { undo: true },
      });
      expect(await studentOf('N0002')).toMatchObject({
        child_name: '钱二',
        sex: 2,
        class_name: '初一（2）班',
        born_on: '2013-06-21',
        mobile: '139****0002',
        remark: '转来',
        study_status: 1,
      });
      expect(await studentOf(known['student_no'] as string)).toMatchObject({ remark: '改了备注' });
    });

    it('has the same side effects as a single write: log, movement history, name index', async () => {
      const { child_id } = (await studentOf('N0001'))!;
      expect(await rowsOf(server(), 'select act, row_label from audit_logs where row_id = $1', child_id)).toEqual([
        { act: 'create', row_label: '赵一' },
      ]);
      expect(await rowsOf(server(), 'select class_name from enrolments where child_id = $1', child_id)).toEqual([
        { class_name: '初一（1）班' },
      ]);
      expect(
        dataOf<Listed>(await admin().get(query(STUDENTS, { child_name: '赵一' }))).items.map((row) => row['child_id']),
      ).toContain(child_id);
    });

    it('has nothing to write the second time', async () => {
      const again = start();
      expect(await again.preview(file)).toMatchObject({
        rows: { new: 0, changed: 0, same: 4, wrong: 3 },
        can: { write: false },
      });
      expect((await again.act('write')).code).toBe('PSY_CONFLICT');
    });
  });
});
