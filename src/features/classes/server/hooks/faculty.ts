import { isForeignKeyViolation, isUniqueViolation } from '../../../../platform/db/server/errors.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Draft, FlatRow, ResourceHooks } from '../../../../platform/resources/server/hooks.ts';
import {
  classesOfMajors,
  collegeRows,
  collegesOf,
  dependentsOfColleges,
  majorRows,
  majorsOf,
} from '../queries/faculty.ts';

const COLLEGE_TAKEN = '本校已有这个名称的院系';
const MAJOR_TAKEN = '这个院系已有这个名称的专业';

/**
 * Refuses the deletion of rows that others refer to, and names them.
 *
 * @throws AppError PSY_CONFLICT
 */
function refuseHeld(
  rows: readonly Readonly<FlatRow>[],
  ids: readonly string[],
  label: string,
  id: string,
  held: ReadonlyMap<string, string>,
): void {
  const details = ids.flatMap((one, i) => {
    const what = held.get(one);
    return what === undefined
      ? []
      : [{ field: `/ids/${i}`, message: `${String(rows.find((row) => row[id] === one)?.[label])}还有 ${what}` }];
  });
  const [first] = details;
  if (first)
    throw new AppError('PSY_CONFLICT', {
      message:
        details.length === 1 ? `${first.message}，不能删除` : `有 ${details.length} 项下还有班级或专业，不能删除`,
      details,
    });
}

const taken = (message: string, field: string, error: unknown) =>
  new AppError('PSY_CONFLICT', { message: `${message}，刚刚由他人保存`, details: [{ field, message }], cause: error });
const JUST_USED = '刚刚有人在这里新增了班级或专业，不能删除';

/** Draft whose name is taken by a row of the school or by an earlier draft. */
function duplicates(
  drafts: readonly Draft[],
  keyOf: (row: Readonly<FlatRow>) => string,
  owners: ReadonlyMap<string, string>,
  id: string,
): number[] {
  const seen = new Set<string>();
  return drafts.flatMap(({ row, before }, i) => {
    const key = keyOf(row);
    const owner = owners.get(key);
    const isDuplicate = seen.has(key) || (owner !== undefined && owner !== before?.[id]);
    seen.add(key);
    return isDuplicate ? [i] : [];
  });
}

/** The name of a college is unique. It can be deleted only without majors and classes. */
export const collegeHooks: ResourceHooks = {
  table: collegeRows,
  namedIn: { area: 'directory', rows: 'all' },

  async validate(tx, { actor: { orgId } }, drafts, reject) {
    const owners = new Map(
      (await tx.run(collegesOf(orgId))).map(({ college_name, college_id }) => [college_name, college_id]),
    );
    for (const i of duplicates(drafts, (row) => String(row['college_name']), owners, 'college_id'))
      reject(i, 'college_name', COLLEGE_TAKEN);
  },

  async beforeDelete(tx, { actor: { orgId } }, rows, ids) {
    const held = await tx.run(dependentsOfColleges(orgId, ids));
    const dependentsText = ({ majors, classes }: { majors: number; classes: number }) =>
      [...(majors > 0 ? [`${majors} 个专业`] : []), ...(classes > 0 ? [`${classes} 个班级`] : [])].join('、');
    refuseHeld(rows, ids, 'college_name', 'college_id', new Map(held.map((one) => [one.id, dependentsText(one)])));
  },

  explainConflict(error) {
    if (isUniqueViolation(error, 'colleges_name')) return taken(COLLEGE_TAKEN, '/college_name', error);
    return isForeignKeyViolation(error)
      ? new AppError('PSY_CONFLICT', { message: JUST_USED, cause: error })
      : undefined;
  },
};

/**
 * The name of a major is unique within its college; its classes follow when it moves to another college. It can be
 * deleted only without classes.
 */
export const majorHooks: ResourceHooks = {
  table: majorRows,
  namedIn: { area: 'directory', rows: 'all' },

  async validate(tx, { actor: { orgId } }, drafts, reject) {
    const [colleges, majors] = await tx.batch([collegesOf(orgId), majorsOf(orgId)]);
    const keyOf = (row: Readonly<FlatRow>) => JSON.stringify([row['college_id'], row['major_name']]);
    for (const [i, { row }] of drafts.entries())
      if (!colleges.some(({ college_id }) => college_id === row['college_id'])) reject(i, 'college_id', '没有这个院系');
    const owners = new Map(majors.map((major) => [keyOf({ ...major }), major.major_id]));
    for (const i of duplicates(drafts, keyOf, owners, 'major_id')) reject(i, 'major_name', MAJOR_TAKEN);
  },

  async beforeDelete(tx, { actor: { orgId } }, rows, ids) {
    const held = await tx.run(classesOfMajors(orgId, ids));
    refuseHeld(
      rows,
      ids,
      'major_name',
      'major_id',
      new Map(held.map(({ id, classes }) => [String(id), `${classes} 个班级`])),
    );
  },

  explainConflict(error) {
    if (isUniqueViolation(error, 'majors_name')) return taken(MAJOR_TAKEN, '/major_name', error);
    if (isForeignKeyViolation(error, 'majors_college'))
      return new AppError('PSY_CONFLICT', { message: '这个院系刚刚被删除，请重新选择', cause: error });
    return isForeignKeyViolation(error)
      ? new AppError('PSY_CONFLICT', { message: JUST_USED, cause: error })
      : undefined;
  },
};
