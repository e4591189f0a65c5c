import { PROTECTION_DAYS } from '../../../platform/access/service-stage.ts';
import { operatorIn } from '../../../platform/audit/server/operator.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { advanceStage } from './advance-stage.ts';
import { lockService, setTerms } from './queries.ts';

/** Terms that an operator agreed with an organisation. */
export interface Terms {
  /** End of the service, ISO time. */
  until: string;
  /** `service_type` of `schemas/enums.json`. */
  serviceType: number;
  /** Unchanged when absent. */
  protectionDays?: number | undefined;
}

/**
 * Renews an organisation's subscription in one transaction: sets the terms, unlocks the data keys, and writes the
 * organisation's audit log. Data encrypted with the keys become readable again.
 *
 * @param renewalKey required only when the keys are locked
 * @throws KeyIsMissing when the keys were locked for another renewal key; TypeError for invalid terms
 */
export async function renewService(
  parts: Pick<Services, 'db' | 'clock' | 'ledger' | 'events' | 'keys'>,
  renewalKey: () => Uint8Array,
  orgId: string,
  { until, serviceType, protectionDays }: Terms,
): Promise<{ unlocked: number }> {
  const days = protectionDays ?? PROTECTION_DAYS.most;
  if (Number.isNaN(Date.parse(until)) || days < PROTECTION_DAYS.least || days > PROTECTION_DAYS.most)
    throw new TypeError('no terms');
  const unlocked = await parts.db.transaction({ orgId, userId: null }, async (tx) => {
    const [org] = await tx.run(lockService(orgId));
    const opened = await parts.keys.unlock(tx, orgId, renewalKey);
    await tx.run(
      setTerms(orgId, {
        service_type: serviceType,
        account_expire_at: until,
        protection_days: protectionDays ?? org?.protection_days ?? days,
      }),
    );
    await audit(tx, operatorIn(parts, orgId), {
      act: 'renew',
      resource: 'service',
      rowId: orgId,
      rowLabel: org?.org_name ?? orgId,
      before: {
        service_type_name: labelOf('service_type', org?.service_type ?? 0),
        service_until: org?.account_expire_at ? dayOf(Date.parse(org.account_expire_at)) : null,
      },
      after: { service_type_name: labelOf('service_type', serviceType), service_until: dayOf(Date.parse(until)) },
    });
    return opened;
  });
  await parts.keys.forget(orgId);
  await advanceStage(parts, orgId);
  return { unlocked };
}
