import { notFoundInScope } from '../../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { childrenNamed } from '../../../../platform/resources/server/queries/children.ts';
import { rowsOfIds } from '../../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../../platform/resources/server/reading.ts';
import { studentHooks } from './students.ts';

export const NOT_REACHED_CHILD = '有学生不存在，或不在您的管理范围内';

/**
 * Children by id (of the child or the enrolment), within the role's scope.
 *
 * @throws AppError `notFoundInScope` when one is missing and `all` are required
 */
export async function reachedChildren(
  ctx: OrgContext,
  ids: readonly string[],
  want: 'all' | 'some' = 'all',
): Promise<string[]> {
  const { rows, tenant } = resolveResource(ctx, 'student', studentHooks);
  const wanted = [...new Set(ids)];
  const [named] = await ctx.read([childrenNamed(tenant.orgId, wanted)]);
  const [found] = await ctx.read([
    rowsOfIds(
      rows,
      named.map(({ child_id }) => child_id),
    ),
  ]);
  if (want === 'all' && (found.length === 0 || found.length < wanted.length))
    throw notFoundInScope(rows.scope, { message: NOT_REACHED_CHILD });
  return found.map((row) => String(row['child_id']));
}

/**
 * A child by id (of the child or the enrolment), within the role's scope.
 *
 * @throws AppError `notFoundInScope`
 */
export async function requireChild(ctx: OrgContext, id: string): Promise<string> {
  const [childId] = await reachedChildren(ctx, [id], 'some');
  if (childId === undefined) throw notFoundInScope(ctx.services.access.scope(ctx.actor, 'student'));
  return childId;
}
