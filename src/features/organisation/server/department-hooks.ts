import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/db/server/errors.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Draft, FlatRow, Reject, ResourceHooks } from '../../../platform/resources/server/hooks.ts';
import { DEPARTMENTS_MAX } from '../contract/departments.ts';
import { DepartmentTree, type Place } from './department-tree.ts';
import {
  activeAmong,
  departmentRows,
  departmentsOf,
  placeDepartments,
  teachersByDepartment,
} from './queries/departments.ts';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const idOf = (draft: Draft, i: number) => textOf(draft.before?.['department_id']) ?? `new ${i}`;
const nameOf = ({ row }: Draft) => String(row['department_name']);
const changes = ({ row, before }: Draft, field: string) => row[field] !== before?.[field];

/** Whether a draft changes where a department stands. */
const moves = (draft: Draft) => !draft.before || changes(draft, 'parent_id') || changes(draft, 'before_id');

const placeOf = ({ row }: Draft): Place => ({
  parentId: textOf(row['parent_id']) ?? null,
  beforeId: textOf(row['before_id']),
});

/** Below another parent a department is the last, unless the draft names the sibling behind it as well. */
function forgetOldSibling(draft: Draft): void {
  if (draft.before && changes(draft, 'parent_id') && !changes(draft, 'before_id')) delete draft.row['before_id'];
}

/** Puts a draft into the tree, and fills in its position. */
function putInto(tree: DepartmentTree, id: string, draft: Draft): void {
  if (moves(draft)) tree.put(id, placeOf(draft), nameOf(draft));
  else tree.rename(id, nameOf(draft));
  draft.row['position'] = tree.positionOf(id) + 1;
}

/** Rejects a draft that the tree cannot take. @throws AppError PSY_NOT_FOUND where the parent does not exist */
function rejectIn(tree: DepartmentTree, id: string, draft: Draft, refuse: (field: string, message: string) => void) {
  const place = placeOf(draft);
  const refusal = tree.refusal(id, place, nameOf(draft));
  if (refusal) return refuse(refusal.field, refusal.message);
  if (!draft.before && tree.size >= DEPARTMENTS_MAX) return refuse('department_name', `最多 ${DEPARTMENTS_MAX} 个部门`);
  const { parentId, beforeId } = place;
  if (moves(draft) && beforeId !== undefined && (beforeId === id || !tree.children(parentId).includes(beforeId)))
    return refuse('before_id', '要排在其前的部门已经移走，请刷新后重试');
  return undefined;
}

/** Heads are people of the staff who can sign in. */
async function rejectHeads(tx: Tx, { actor }: OrgContext, drafts: readonly Draft[], reject: Reject): Promise<void> {
  const heads = drafts.map((draft) => (changes(draft, 'head_id') ? textOf(draft.row['head_id']) : undefined));
  const asked = heads.filter((id) => id !== undefined);
  if (asked.length === 0) return;
  const active = new Set((await tx.run(activeAmong(actor.orgId, asked))).map(({ user_id }) => user_id));
  for (const [i, id] of heads.entries())
    if (id !== undefined && !active.has(id)) reject(i, 'head_id', '没有这位教职工，或者已经停用');
}

/** What keeps a department from being deleted, in words. */
function heldBy(tree: DepartmentTree, id: string, ids: readonly string[], teachers: number): string | undefined {
  const below = tree.children(id).filter((child) => !ids.includes(child)).length;
  const held = [...(below > 0 ? [`${below} 个下级部门`] : []), ...(teachers > 0 ? [`${teachers} 位教职工`] : [])];
  return held.length === 0 ? undefined : held.join('和 ');
}

/** @throws AppError PSY_NOT_EMPTY with what each of the departments still has */
function refuseHeld(rows: readonly Readonly<FlatRow>[], held: readonly (string | undefined)[]): void {
  const details = held.flatMap((what, i) =>
    what === undefined ? [] : [{ field: `/ids/${i}`, message: `${String(rows[i]?.['department_name'])}还有 ${what}` }],
  );
  const [first, ...others] = details;
  if (first)
    throw new AppError('PSY_NOT_EMPTY', {
      message:
        others.length === 0
          ? `${first.message}，不能删除`
          : `${first.message}，另有 ${others.length} 个部门也有下级或教职工，不能删除`,
      details,
    });
}

/**
 * Departments are a tree without cycles and at most `DEPTH_MAX` levels deep; a name is unique among siblings. One can
 * be deleted only without departments below it and without teachers.
 */
export const departmentHooks: ResourceHooks = {
  table: departmentRows,
  // Each change is made on the result of the last one.
  locksOrganisation: true,

  async validate(tx, ctx, drafts, reject) {
    const tree = new DepartmentTree(await tx.run(departmentsOf(ctx.actor.orgId)));
    for (const [i, draft] of drafts.entries()) {
      const id = idOf(draft, i);
      let refused = false;
      forgetOldSibling(draft);
      rejectIn(tree, id, draft, (field, message) => {
        refused = true;
        reject(i, field, message);
      });
      if (!refused) putInto(tree, id, draft);
    }
    await rejectHeads(tx, ctx, drafts, reject);
  },

  async beforeWrite(tx, { actor: { orgId } }, rows) {
    const stored = await tx.run(departmentsOf(orgId));
    const tree = new DepartmentTree(stored);
    for (const written of rows) putInto(tree, written.id, written);
    const moved = tree.moved(stored);
    if (moved.length > 0) await tx.run(placeDepartments(orgId, moved));
    for (const { id, row } of rows) row['position'] = tree.positionOf(id) + 1;
  },

  derivedColumns: ({ row }) => ({ position: Number(row['position']) - 1 }),

  async beforeDelete(tx, { actor: { orgId } }, rows, ids) {
    const [stored, counts] = await tx.batch([departmentsOf(orgId), teachersByDepartment(orgId)]);
    const tree = new DepartmentTree(stored);
    const teachers = new Map(counts.map((each) => [each.department_id, each.teachers]));
    refuseHeld(
      rows,
      ids.map((id) => heldBy(tree, id, ids, teachers.get(id) ?? 0)),
    );
    for (const id of ids) tree.remove(id);
    const moved = tree.moved(stored);
    if (moved.length > 0) await tx.run(placeDepartments(orgId, moved));
  },

  explainConflict(error) {
    if (isUniqueViolation(error, 'departments_name'))
      return new AppError('PSY_CONFLICT', {
        message: '同级已有这个名称的部门，刚刚由他人保存',
        details: [{ field: '/department_name', message: '同级已有这个名称的部门' }],
        cause: error,
      });
    if (isForeignKeyViolation(error, 'departments_head'))
      return new AppError('PSY_CONFLICT', { message: '负责人刚刚被删除，请重新选择', cause: error });
    return isForeignKeyViolation(error)
      ? new AppError('PSY_CONFLICT', { message: '部门的下级或教职工刚刚有变动，请刷新后重试', cause: error })
      : undefined;
  },
};
