import { notFoundInScope } from '../../../../platform/access/server/not-found-in-scope.ts';
import type { Caller, OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { invalid } from '../../../../platform/errors/invalid.ts';
import { childrenInScope } from '../queries/consents.ts';

/** A child that the caller acts for. */
export interface OwnChild {
  child_id: string;
  child_name: string;
  class_id: string | null;
  /** The child's own account. */
  user_id: string | null;
}

/**
 * Who acts for a child. A code session is no account: what it leaves belongs to the student's own account, where there
 * is one.
 */
export const personOf = ({ userId, limit }: Caller, { child_id, user_id }: OwnChild): string =>
  limit ? (user_id ?? personWithout(child_id)) : userId;

/** A student without an account. */
export const personWithout = (childId: string): string => `child:${childId}`;

/**
 * The child that a student or guardian acts for: the only one within the scope, or the one that is named.
 *
 * @throws AppError `notFoundInScope`; PSY_INVALID_INPUT when one of several children has to be named
 */
export async function ownChild(ctx: OrgContext, tx: Tx, childId: string | undefined): Promise<OwnChild> {
  const {
    actor,
    services: { access },
  } = ctx;
  const scope = access.scope(actor, 'student');
  const children = await tx.run(childrenInScope(actor.orgId, scope));
  if (childId === undefined && children.length > 1) throw invalid('/child_id', '请选择是哪个孩子');
  const child = childId === undefined ? children[0] : children.find((one) => one.child_id === childId);
  if (!child) throw notFoundInScope(scope);
  return child;
}
