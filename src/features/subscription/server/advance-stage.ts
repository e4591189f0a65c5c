import { productStatus, serviceState, type ServiceState } from '../../../platform/access/service-stage.ts';
import { systemIn } from '../../../platform/audit/server/operator.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import { termsOf } from '../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { setNextStageTime, enterStage, tryLockService } from './queries.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'ledger' | 'events' | 'keys'>;

/** Name of the current stage in the audit log and in the tenant's row: the stage, or that the end is near. */
export const enteredName = ({ stage, ending }: ServiceState): string => (ending ? 'ending' : stage);

/**
 * Moves a tenant to the stage of the current time (`spec §1`): sets the status in lists, audits each stage (and the
 * reminder 30 days before the end), and locks the data keys after expiry until a renewal. Idempotent, also between
 * processes.
 *
 * @returns false when another process holds the lock
 */
export async function advanceStage(parts: Parts, orgId: string): Promise<boolean> {
  const { db, clock, keys } = parts;
  const entered = await db.transaction({ orgId, userId: null }, async (tx) => {
    const [org] = await tx.run(tryLockService(orgId));
    if (!org) return undefined;
    const state = serviceState(termsOf(org), clock.now());
    const name = enteredName(state);
    const locked = state.stage === 'expired' ? await keys.lock(tx, orgId) : 0;
    const isNew = org.service_stage !== name;
    if (isNew || org.product_status !== productStatus(state))
      await tx.run(enterStage(orgId, { product_status: productStatus(state), service_stage: name }));
    // The first stage of a new tenant is not an event.
    if (isNew && (org.service_stage !== null || name === 'expired')) {
      await audit(tx, systemIn(parts, orgId), {
        act: 'service',
        resource: 'service',
        rowId: orgId,
        rowLabel: labelOf('service_stage', name),
        after: {
          service_stage: labelOf('service_stage', name),
          ...(org.account_expire_at && { service_until: dayOf(Date.parse(org.account_expire_at)) }),
        },
      });
    }
    await tx.run(setNextStageTime(orgId, state.changesAt === undefined ? 'infinity' : isoTime(state.changesAt)));
    return isNew || locked > 0;
  });
  if (entered) await keys.forget(orgId);
  return entered !== undefined;
}
