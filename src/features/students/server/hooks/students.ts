import { isForeignKeyViolation, isUniqueViolation } from '../../../../platform/db/server/errors.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { invalid } from '../../../../platform/errors/invalid.ts';
import type { Draft, ResourceHooks } from '../../../../platform/resources/server/hooks.ts';
import { childrenNamed } from '../../../../platform/resources/server/queries/children.ts';
import { pinyinOf } from '../../../../platform/runtime/server/pinyin.ts';
import { classesToJoin } from '../../../classes/server/public.ts';
import { STUDY } from '../../rules/study-status.ts';
import { recordsOf } from '../queries/enrolments.ts';
import { studentRows } from '../queries/student-rows.ts';
import { takenNumbers } from '../queries/students.ts';

const TAKEN = '本校已有这个学号';
export const NOT_REACHED = '没有这个班级，或者它不在您的管理范围内';
export const STUDENT_NOT_REACHED = '没有这名学生，或者不在您的管理范围内';
export const NOT_CURRENT = '只能选择当前学年的班级';

const moved = ({ row, before }: Draft, field: string) => row[field] !== undefined && row[field] !== before?.[field];

/** Student numbers are unique within a school; a new student joins a class of the current year. */
export const studentHooks: ResourceHooks = {
  table: studentRows,

  /**
   * The list has query parameters of its own (`spec §5`, `api.md`): `org_id` is the caller's organisation,
   * `graduated=true` selects graduates. Without a status filter only enrolled students are listed (from the schema).
   */
  query({ actor }, { org_id, graduated, ...filters }) {
    if (org_id !== undefined && org_id !== '' && org_id !== actor.orgId) throw new AppError('AC_FORBIDDEN');
    if (graduated !== undefined && graduated !== 'true' && graduated !== 'false')
      throw invalid('/graduated', '请选择是或否');
    return graduated === 'true' ? { ...filters, study_status: String(STUDY.graduated) } : filters;
  },

  /** The id of an enrolment is accepted for a child too (`api.md`, envelope). */
  async resolveIds({ actor: { orgId }, read }, ids) {
    const [named] = await read([childrenNamed(orgId, ids)]);
    const children = new Map(named.map(({ child_id, student_id }) => [student_id, child_id]));
    return ids.map((id) => children.get(id) ?? id);
  },

  derivedColumns: ({ row, before }, { services: { clock } }) => ({
    name_pinyin: pinyinOf(String(row['child_name'])),
    ...(!before && { student_id: newId(clock) }),
  }),

  async validate(tx, { actor: { orgId } }, drafts, reject) {
    const texts = (field: string) => [
      ...new Set(drafts.flatMap(({ row }) => (typeof row[field] === 'string' ? [row[field]] : []))),
    ];
    const [taken, classes] = await tx.batch([
      takenNumbers(orgId, texts('student_no')),
      classesToJoin(orgId, { kind: 'all' }, texts('class_id')),
    ]);
    const owners = new Map(taken.map(({ student_no, child_id }) => [student_no, child_id]));
    const current = new Map(classes.map(({ class_id, is_current }) => [class_id, is_current]));
    const first = new Map<string, number>();
    for (const [i, draft] of drafts.entries()) {
      const { row, before } = draft;
      const number = String(row['student_no']);
      const twin = first.get(number);
      const owner = owners.get(number);
      if (twin !== undefined) reject(i, 'student_no', `与第 ${twin + 1} 行的学号相同`);
      else if (owner !== undefined && owner !== before?.['child_id']) reject(i, 'student_no', TAKEN);
      if (twin === undefined) first.set(number, i);
      if (!moved(draft, 'class_id')) continue;
      const isCurrent = current.get(String(row['class_id']));
      if (isCurrent === undefined) reject(i, 'class_id', NOT_REACHED);
      else if (!isCurrent) reject(i, 'class_id', NOT_CURRENT);
    }
    for (const [i, draft] of drafts.entries()) {
      const { born_on, enrolled_on } = draft.row;
      if (
        (moved(draft, 'born_on') || moved(draft, 'enrolled_on')) &&
        typeof born_on === 'string' &&
        typeof enrolled_on === 'string' &&
        enrolled_on <= born_on
      )
        reject(i, 'enrolled_on', '入学日期应晚于出生日期');
    }
  },

  async beforeDelete(tx, { actor: { orgId } }, _rows, ids) {
    const found = new Map((await tx.run(recordsOf(orgId, ids))).map((student) => [student.child_id, student]));
    const held = ids.flatMap((id, i) => {
      const student = found.get(id);
      const records = student && [
        ...(student.is_register ? ['已开通账号'] : []),
        ...(Number(student.guardians) > 0 ? [`有 ${student.guardians} 位监护人`] : []),
        ...(Number(student.enrolments) > 1 ? ['有学籍变动的记录'] : []),
      ];
      return records && records.length > 0
        ? [{ field: `/ids/${i}`, message: `${student.child_name}${records.join('、')}` }]
        : [];
    });
    const [one] = held;
    if (!one) return;
    throw new AppError('PSY_STUDENT_HAS_RECORDS', {
      message:
        held.length === 1
          ? `${one.message}，不能删除；不再就读的学生请改为离校`
          : `有 ${held.length} 名学生已有关联的记录，不能删除；不再就读的学生请改为离校`,
      details: held,
    });
  },

  explainConflict(error, title) {
    if (isUniqueViolation(error, 'students_no'))
      return new AppError('PSY_CONFLICT', {
        message: `${TAKEN}，刚刚由他人保存`,
        details: [{ field: '/student_no', message: `${title('student_no') ?? ''}已被使用` }],
        cause: error,
      });
    if (isForeignKeyViolation(error, 'students_class'))
      return new AppError('PSY_CONFLICT', { message: '这个班级刚刚被删除，请重新选择', cause: error });
    if (isForeignKeyViolation(error)) return new AppError('PSY_STUDENT_HAS_RECORDS', { cause: error });
    return undefined;
  },
};
