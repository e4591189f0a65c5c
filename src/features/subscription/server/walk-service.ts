import { termsOf } from '../../../platform/access/server/queries/orgs.ts';
import { productStatus, serviceState, type ServiceState } from '../../../platform/access/service-stage.ts';
import { systemIn } from '../../../platform/audit/server/operator.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayOf } from '../../../platform/schema/sheet.ts';
import { dueAgain, enterStage, takeService } from './queries.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'ledger' | 'keys'>;

/** What the log and the tenant's row call where the service stands: the stage, or that its end is near. */
export const enteredName = ({ stage, ending }: ServiceState): string => (ending ? 'ending' : stage);

/**
 * Brings a tenant to the stage that its service is in by the clock (`spec §1`): its status as lists show it, an entry
 * of each stage in its log (that of the reminder 30 days before the end too), and, once it has expired, its data keys
 * sealed until it is renewed. A stage that was entered already is left alone, so that whoever comes second, another
 * process too, changes nothing.
 *
 * @returns Whether it was done; false where another process is at it
 */
export async function walkService(parts: Parts, orgId: string): Promise<boolean> {
  const { db, clock, keys } = parts;
  const entered = await db.transaction({ orgId, userId: null }, async (tx) => {
    const [org] = await tx.run(takeService(orgId));
    if (!org) return undefined;
    const state = serviceState(termsOf(org), clock.now());
    const name = enteredName(state);
    const sealed = state.stage === 'expired' ? await keys.lock(tx, orgId) : 0;
    const isNew = org.service_stage !== name;
    if (isNew || org.product_status !== productStatus(state))
      await tx.run(enterStage(orgId, { product_status: productStatus(state), service_stage: name }));
    // Where a tenant stands when it is first looked at is no event.
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
    await tx.run(dueAgain(orgId, state.changesAt === undefined ? 'infinity' : isoTime(state.changesAt)));
    return isNew || sealed > 0;
  });
  if (entered) await keys.forget(orgId);
  return entered !== undefined;
}
