import type { RequestContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import { ownMemberships } from '../../identity/server/queries/memberships.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import { audit, type AuditEntry } from './queries/audit-logs.ts';

const tenant = (orgId: string | null) => ({ orgId, userId: null });

/**
 * Changes an account, which belongs to no single organisation, and audits the change in every organisation of the
 * person. Entries of the other organisations are written first and the last one in the transaction of the change, so
 * that every change is in all logs.
 *
 * @param userId the caller's account, or the account of a person who proved it with a code
 */
export async function changeAccount<T>(
  ctx: RequestContext,
  userId: string,
  entry: Omit<AuditEntry, 'resource' | 'rowId'>,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const {
    services: { db, clock },
    actor,
    appKind,
  } = ctx;
  const [memberships] = await db.read({ orgId: null, userId }, [ownMemberships(userId, nowIso(clock))]);
  const roles = new Map([
    ...memberships.map((m) => [m.org_id, m.role_id] as const),
    ...(actor ? [[actor.orgId, actor.roleId] as const] : []),
  ]);
  const writeEntry = (tx: Tx, orgId: string) =>
    audit(
      tx,
      {
        ...ctx,
        caller: ctx.caller ?? { userId, sessionId: '', chainId: '', appKind },
        actor: { orgId, roleId: roles.get(orgId) ?? 0 },
      },
      { ...entry, resource: 'account', rowId: userId },
    );
  const [home = null, ...others] = roles.keys();
  for (const orgId of others) await db.transaction(tenant(orgId), (tx) => writeEntry(tx, orgId));
  return db.transaction(tenant(home), async (tx) => {
    const done = await change(tx);
    if (home !== null) await writeEntry(tx, home);
    return done;
  });
}
