import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf, QueryOf } from '../../../platform/contract/endpoint.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { mask } from '../../../platform/schema/mask.ts';
import { requireChild } from '../../students/server/public.ts';
import type * as contract from '../contract/guardians.ts';
import { guardianHooks } from './hooks.ts';
import { childrenOfGuardian, guardiansOfChild } from './queries/guardians.ts';

/** Default page size of a child's guardians (`spec §9`). */
const RELATIONS = 20;

/**
 * Children of a guardian within the role's scope.
 *
 * @throws AppError `notFoundInScope`
 */
export async function readChildren(ctx: OrgContext, id: string): Promise<DataOf<typeof contract.guardianChildren>> {
  const {
    actor,
    services: { access, db },
  } = ctx;
  const { rows, tenant } = resolveResource(ctx, 'guardian', guardianHooks);
  const [[guardian], children] = await db.read(tenant, [
    rowsOfIds(rows, [id]),
    childrenOfGuardian(actor.orgId, access.scope(actor, 'student'), id),
  ]);
  if (!guardian) throw notFoundInScope(rows.scope);
  return {
    total: children.length,
    items: children.map(({ class_name, ...child }) => ({ ...child, ...(class_name !== null && { class_name }) })),
  };
}

/**
 * A page of a child's guardians, with mobiles masked for the role.
 *
 * @throws AppError `notFoundInScope`
 */
export async function readRelations(
  ctx: OrgContext,
  id: string,
  { page = 1, size = RELATIONS }: QueryOf<typeof contract.childRelation>,
): Promise<DataOf<typeof contract.childRelation>> {
  const childId = await requireChild(ctx, id);
  const {
    actor,
    services: { access, db },
  } = ctx;
  const [guardians] = await db.read({ orgId: actor.orgId, userId: null }, [guardiansOfChild(actor.orgId, childId)]);
  const clear = access.mayReveal(actor, 'phone');
  return {
    total: guardians.length,
    items: guardians.slice((page - 1) * size, page * size).map(({ mobile, ...guardian }) => ({
      ...guardian,
      ...(mobile !== null && { mobile: clear ? mobile : mask('phone', mobile) }),
    })),
  };
}
