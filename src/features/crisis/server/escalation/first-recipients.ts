import { classInScope, type ClassPlace } from '../../../../platform/access/server/queries/scope.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { holdersOf } from '../../../../platform/identity/server/queries/memberships.ts';
import { activeStaff } from '../../../staff/server/public.ts';
import { rulesNow } from './rules.ts';

/**
 * Whom the first step of the school's escalation notifies of a warning about a student of each class: holders of its
 * roles who reach the class, and the people that it names. A list is empty where the step reaches no one, or where the
 * school has no step.
 */
export async function firstRecipients(
  tx: Tx,
  ctx: OrgContext,
  classes: readonly ClassPlace[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const {
    actor: { orgId },
    services: { access },
  } = ctx;
  const [step] = (await rulesNow(tx, access, orgId)).steps;
  if (!step) return new Map(classes.map(({ class_id }) => [class_id, []]));
  const [holders, named] = await tx.batch([
    holdersOf(orgId, step.roles, ctx.nowIso()),
    activeStaff(orgId, step.user_ids),
  ]);
  const scoped = holders.map(({ user_id, role_id: roleId, role_extend: roleExtend }) => ({
    userId: user_id,
    scope: access.scope({ roleId, roleExtend }, 'student'),
  }));
  const always = named.map(({ user_id }) => user_id);
  return new Map(
    classes.map((place) => {
      const reaching = scoped.filter(({ scope }) => classInScope(scope, place)).map(({ userId }) => userId);
      return [place.class_id, [...new Set([...reaching, ...always])]];
    }),
  );
}
