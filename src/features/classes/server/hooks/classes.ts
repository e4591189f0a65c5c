import { isForeignKeyViolation, isUniqueViolation } from '../../../../platform/db/server/errors.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Draft, FlatRow, ResourceHooks } from '../../../../platform/resources/server/hooks.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { yearsOf } from '../../../academic-years/server/public.ts';
import { structuresOf } from '../../../organisation/server/public.ts';
import { studentsIn, classRows, takenNames, type ClassName } from '../queries/classes.ts';
import { collegesOf, majorsOf } from '../queries/faculty.ts';

const nameOf = ({ row }: Draft): ClassName => ({
  year_id: String(row['year_id']),
  grade: Number(row['grade']),
  class_name: String(row['class_name']),
});
const keyOf = ({ year_id, grade, class_name }: ClassName) => JSON.stringify([year_id, grade, class_name]);

/** Whether a draft changes any of these fields; rules of unchanged fields are not checked again. */
const moved = ({ row, before }: Draft, fields: readonly string[]) =>
  !before || fields.some((field) => row[field] !== before[field]);

const TAKEN = '同一学年、同一年级已有这个名称的班级';

/**
 * A class belongs to a year, to a period and grade that the school teaches, and, where they exist, to a college and its
 * major; its name is unique within year and grade. It can be deleted only without students of any status.
 */
export const classHooks: ResourceHooks = {
  table: classRows,
  namedIn: { area: 'directory', rows: 'scope' },

  async validate(tx, { actor: { orgId } }, drafts, reject) {
    const [years, structures, colleges, majors] = await tx.batch([
      yearsOf(orgId),
      structuresOf(orgId),
      collegesOf(orgId),
      majorsOf(orgId),
    ]);
    const current = years.find(({ is_current }) => is_current)?.year_id;
    for (const [i, draft] of drafts.entries()) {
      const { row } = draft;
      row['year_id'] ??= current;
      if (row['year_id'] === undefined) reject(i, 'year_id', '学校还没有设置当前学年，请选择学年');
      else if (moved(draft, ['year_id']) && !years.some(({ year_id }) => year_id === row['year_id']))
        reject(i, 'year_id', '没有这个学年');
      if (moved(draft, ['college_id', 'major_id'])) {
        const major = majors.find(({ major_id }) => major_id === row['major_id']);
        if (major) row['college_id'] ??= major.college_id;
        if (row['college_id'] !== undefined && !colleges.some(({ college_id }) => college_id === row['college_id']))
          reject(i, 'college_id', '没有这个院系');
        else if (row['major_id'] !== undefined && (!major || major.college_id !== row['college_id']))
          reject(i, 'major_id', major ? '这个专业不属于所选的院系' : '没有这个专业');
      }
      if (!moved(draft, ['period', 'grade'])) continue;
      const structure = structures.find(({ period }) => period === row['period']);
      if (!structure) reject(i, 'period', '学校没有开设这个学段');
      else if (!structure.grades.includes(Number(row['grade'])))
        reject(i, 'grade', `${labelOf('class_period', structure.period)}没有这个年级`);
    }

    const taken = new Map(
      (await tx.run(takenNames(orgId, drafts.map(nameOf)))).map((found) => [keyOf(found), found.class_id]),
    );
    const first = new Map<string, number>();
    for (const [i, draft] of drafts.entries()) {
      const key = keyOf(nameOf(draft));
      const twin = first.get(key);
      const owner = taken.get(key);
      if (twin !== undefined) reject(i, 'class_name', `与第 ${twin + 1} 行的班级重名`);
      else if (owner !== undefined && owner !== draft.before?.['class_id']) reject(i, 'class_name', TAKEN);
      if (twin === undefined) first.set(key, i);
    }
  },

  async beforeDelete(tx, { actor: { orgId } }, rows, ids) {
    const counts = new Map(
      (await tx.run(studentsIn(orgId, ids))).map(({ class_id, students }) => [class_id, students]),
    );
    const held = ids.flatMap((id, i) => {
      const students = counts.get(id);
      return students === undefined ? [] : [{ i, name: nameIn(rows, id), students }];
    });
    const [one, ...others] = held;
    if (!one) return;
    const reason = `${one.name}还有 ${one.students} 名学生`;
    throw new AppError('PSY_CLASS_HAS_STUDENTS', {
      message:
        others.length === 0
          ? `${reason}，不能删除，请先把学生转到其他班级`
          : `${reason}，另有 ${others.length} 个班级中也有学生，不能删除`,
      details: held.map(({ i, name, students }) => ({ field: `/ids/${i}`, message: `${name}还有 ${students} 名学生` })),
    });
  },

  explainConflict(error, title) {
    if (isUniqueViolation(error, 'classes_name'))
      return new AppError('PSY_CONFLICT', {
        message: `${TAKEN}，刚刚由他人保存`,
        details: [{ field: '/class_name', message: `${title('class_name') ?? ''}已被使用` }],
        cause: error,
      });
    if (isForeignKeyViolation(error, 'classes_college') || isForeignKeyViolation(error, 'classes_major'))
      return new AppError('PSY_CONFLICT', { message: '院系或专业刚刚有变动，请重新选择', cause: error });
    if (isForeignKeyViolation(error, 'students_class')) return new AppError('PSY_CLASS_HAS_STUDENTS', { cause: error });
    return undefined;
  },
};

const nameIn = (rows: readonly Readonly<FlatRow>[], id: string) =>
  String(rows.find((row) => row['class_id'] === id)?.['class_name'] ?? '');
