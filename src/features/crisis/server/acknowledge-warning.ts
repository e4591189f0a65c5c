import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { now } from './crisis-actor.ts';
import { stopEscalation } from './escalation/escalate.ts';
import * as store from './queries/warns.ts';

const DAY_MS = 86_400_000;

/** When an acknowledged warning escalates again without a verdict: when it is due, an overdue one a day later. */
const continuedAt = (due: string, now: number): string => isoTime(Math.max(Date.parse(due), now + DAY_MS));

/**
 * Acknowledges a warning; the first acknowledgement is kept.
 *
 * @throws AppError `notFoundInScope`
 */
export async function acknowledgeWarning(
  ctx: OrgContext,
  tx: Tx,
  warnId: string,
): Promise<{ acknowledged_by_name: string; acknowledged_at: string }> {
  const {
    actor,
    caller: { userId },
    services: { access },
  } = ctx;
  const scope = access.scope(actor, 'warn');
  const [warn] = await tx.run(store.lockWarn(actor.orgId, scope, warnId));
  if (!warn) throw notFoundInScope(scope);
  if (warn.acknowledged_at === null) {
    await tx.run(store.updateWarn(actor.orgId, warnId, { acknowledged_by: userId, acknowledged_at: now(ctx) }));
    const nextAt = warn.verdict_due === null ? undefined : continuedAt(warn.verdict_due, ctx.now());
    await stopEscalation(tx, ctx, warnId, 'acknowledged', nextAt === undefined ? {} : { nextAt });
    await audit(tx, ctx, { act: 'acknowledge', resource: 'warn', rowId: warnId, rowLabel: warn.child_name });
  }
  const [acknowledged] = await tx.run(store.warnById(actor.orgId, scope, warnId));
  return {
    acknowledged_by_name: acknowledged?.acknowledged_by_name ?? '',
    acknowledged_at: acknowledged?.acknowledged_at ?? now(ctx),
  };
}
