import { notReached } from '../../../platform/access/server/not-reached.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { now } from './acting.ts';
import { stopEscalation } from './escalation/climb.ts';
import * as store from './queries/warns.ts';

/**
 * Acknowledges a warning; the first acknowledgement is kept.
 *
 * @throws AppError `notReached`
 */
export async function acknowledgeWarning(
  ctx: OrgContext,
  warnId: string,
): Promise<{ acknowledged_by_name: string; acknowledged_at: string }> {
  const {
    actor,
    caller: { userId },
    services: { access },
  } = ctx;
  const scope = access.scope(actor, 'warn');
  return ctx.transaction(async (tx) => {
    const [warn] = await tx.run(store.lockWarn(actor.orgId, scope, warnId));
    if (!warn) throw notReached(scope);
    if (warn.acknowledged_at === null) {
      await tx.run(store.updateWarn(actor.orgId, warnId, { acknowledged_by: userId, acknowledged_at: now(ctx) }));
      await stopEscalation(tx, ctx, warnId, 'acknowledged');
      await audit(tx, ctx, { act: 'acknowledge', resource: 'warn', rowId: warnId, rowLabel: warn.child_name });
    }
    const [known] = await tx.run(store.warnById(actor.orgId, scope, warnId));
    return {
      acknowledged_by_name: known?.acknowledged_by_name ?? '',
      acknowledged_at: known?.acknowledged_at ?? now(ctx),
    };
  });
}
