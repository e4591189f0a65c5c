import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { DEPARTMENTS_MAX, DEPTH_MAX, type createDepartment, type updateDepartment } from '../contract/departments.ts';
import {
  deleteDepartmentRow,
  departmentsOf,
  insertDepartment,
  placeDepartments,
  teachersByDepartment,
} from './queries/departments.ts';

export interface Department {
  department_id: string;
  parent_id: string | null;
  department_name: string;
  position: number;
}

/** A department in the audit log, as texts that stay valid when the objects are deleted. */
const departmentFacts = (tree: Tree, { department_name, parent_id, position }: Department) => ({
  department_name,
  ...(parent_id !== null && { parent_name: tree.get(parent_id).department_name }),
  position: position + 1,
});
const wireOf = ({ department_id, parent_id, department_name }: Department) => ({
  department_id,
  parent_id: parent_id ?? undefined,
  department_name,
});

/** The tree of departments; concurrent changes wait until the transaction ends. */
class Tree {
  readonly #byId: ReadonlyMap<string, Department>;
  readonly #below = new Map<string | null, Department[]>();

  constructor(rows: readonly Department[]) {
    this.#byId = new Map(rows.map((row) => [row.department_id, row]));
    for (const row of rows) {
      const siblings = this.#below.get(row.parent_id);
      if (siblings) siblings.push(row);
      else this.#below.set(row.parent_id, [row]);
    }
  }

  get size(): number {
    return this.#byId.size;
  }

  /** @throws AppError PSY_NOT_FOUND */
  get(id: string): Department {
    const found = this.#byId.get(id);
    if (!found) throw new AppError('PSY_NOT_FOUND', { message: '部门不存在或已被删除，请刷新后重试' });
    return found;
  }

  /** In display order. */
  children = (parentId: string | null): readonly Department[] => this.#below.get(parentId) ?? [];

  idsUnder = (parentId: string | null, without: string): string[] =>
    this.children(parentId)
      .map((row) => row.department_id)
      .filter((id) => id !== without);

  /** A department and its ancestors, nearest first. */
  path(id: string | null): Department[] {
    const path: Department[] = [];
    for (let at = id; at !== null; at = path.at(-1)?.parent_id ?? null) path.push(this.get(at));
    return path;
  }

  /** Number of levels from a department down, itself included. */
  height(id: string): number {
    let level = [id];
    let height = 0;
    for (; level.length > 0; height++)
      level = level.flatMap((each) => this.children(each).map((child) => child.department_id));
    return height;
  }

  /** @throws AppError PSY_INVALID_INPUT when a sibling has the name or the tree becomes too deep */
  requireFits(parentId: string | null, name: string, height: number, self?: string): void {
    const twin = this.children(parentId).find(
      (sibling) => sibling.department_name === name && sibling.department_id !== self,
    );
    if (twin) throw invalid('/department_name', '同级已有这个名称的部门');
    if (this.path(parentId).length + height > DEPTH_MAX) throw invalid('/parent_id', `部门最多 ${DEPTH_MAX} 级`);
  }
}

/** The tree, locked: changes are serialised, each on the result of the last one. */
async function lockTree({ actor: { orgId } }: OrgContext, tx: Tx): Promise<Tree> {
  await tx.run(lockOrg(orgId));
  return new Tree(await tx.run(departmentsOf(orgId)));
}

const nowOf = ({ services: { clock } }: OrgContext) => nowIso(clock);

/**
 * Adds a department.
 *
 * @throws AppError PSY_INVALID_INPUT; PSY_NOT_FOUND when the parent does not exist
 */
export async function addDepartment(
  ctx: OrgContext,
  tx: Tx,
  { department_name, parent_id = null }: BodyOf<typeof createDepartment>,
) {
  const tree = await lockTree(ctx, tx);
  tree.requireFits(parent_id, department_name, 1);
  if (tree.size >= DEPARTMENTS_MAX) throw invalid('', `最多 ${DEPARTMENTS_MAX} 个部门`);
  const row = {
    department_id: newId(ctx.services.clock),
    parent_id,
    department_name,
    position: tree.children(parent_id).length,
  };
  await tx.run(insertDepartment({ org_id: ctx.actor.orgId, ...row }));
  await audit(tx, ctx, {
    act: 'create',
    resource: 'department',
    rowId: row.department_id,
    rowLabel: department_name,
    after: departmentFacts(tree, row),
  });
  return wireOf(row);
}

/**
 * Renames a department, or moves it with its descendants.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_INVALID_INPUT when it would become its own descendant, too deep, or a sibling of
 *   the same name
 */
export async function changeDepartment(ctx: OrgContext, tx: Tx, id: string, body: BodyOf<typeof updateDepartment>) {
  const { orgId } = ctx.actor;
  const tree = await lockTree(ctx, tx);
  const before = tree.get(id);
  const { department_name = before.department_name, parent_id = before.parent_id, before_id } = body;
  if (tree.path(parent_id).some((above) => above.department_id === id))
    throw invalid('/parent_id', '不能移到自己或自己的下级');
  tree.requireFits(parent_id, department_name, tree.height(id), id);
  const moves = parent_id !== before.parent_id || before_id !== undefined;
  const siblings = tree.idsUnder(parent_id, id);
  const place = before_id ? siblings.indexOf(before_id) : siblings.length;
  const position = moves ? place : before.position;
  if (position < 0) throw invalid('/before_id', '要排在其前的部门已经移走，请刷新后重试');
  const after = { ...before, department_name, parent_id, position };
  if (!moves && department_name === before.department_name) return wireOf(after);

  await tx.run(
    placeDepartments(orgId, parent_id, siblings.toSpliced(position, 0, id), nowOf(ctx), {
      id,
      name: department_name,
    }),
  );
  if (parent_id !== before.parent_id)
    await tx.run(placeDepartments(orgId, before.parent_id, tree.idsUnder(before.parent_id, id), nowOf(ctx)));
  await audit(tx, ctx, {
    act: 'update',
    resource: 'department',
    rowId: id,
    rowLabel: department_name,
    before: departmentFacts(tree, before),
    after: departmentFacts(tree, after),
  });
  return wireOf(after);
}

/**
 * Deletes an empty department.
 *
 * @throws AppError PSY_NOT_EMPTY with the reason
 */
export async function removeDepartment(ctx: OrgContext, tx: Tx, id: string): Promise<void> {
  const { orgId } = ctx.actor;
  const tree = await lockTree(ctx, tx);
  const row = tree.get(id);
  const below = tree.children(id);
  const teachers = (await tx.run(teachersByDepartment(orgId))).find((each) => each.department_id === id)?.teachers ?? 0;
  const held = [
    ...(below.length > 0 ? [`${below.length} 个下级部门`] : []),
    ...(teachers > 0 ? [`${teachers} 位教师`] : []),
  ];
  if (held.length > 0)
    throw new AppError('PSY_NOT_EMPTY', { message: `${row.department_name}还有 ${held.join('和 ')}，不能删除` });
  await tx.run(deleteDepartmentRow(orgId, id));
  await tx.run(placeDepartments(orgId, row.parent_id, tree.idsUnder(row.parent_id, id), nowOf(ctx)));
  await audit(tx, ctx, {
    act: 'delete',
    resource: 'department',
    rowId: id,
    rowLabel: row.department_name,
    before: departmentFacts(tree, row),
  });
}
