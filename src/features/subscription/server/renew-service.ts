import { PROTECTION_DAYS } from '../../../platform/access/service-stage.ts';
import { operatorIn } from '../../../platform/audit/server/operator.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayOf } from '../../../platform/schema/sheet.ts';
import { lockService, setTerms } from './queries.ts';
import { walkService } from './walk-service.ts';

/** What an operator agrees with an organisation. */
export interface Terms {
  /** The last moment of the service, ISO. */
  until: string;
  /** `service_type` of `schemas/enums.json`. */
  serviceType: number;
  /** As it was where absent. */
  protectionDays?: number | undefined;
}

/**
 * Renews an organisation's service: sets its terms, opens its data keys where they were sealed, and writes it into the
 * organisation's own log. All of it in one transaction; everything that was sealed reads as before.
 *
 * @param renewalKey Asked for only where keys are sealed
 * @throws KeyIsMissing where keys were sealed for another renewal key, TypeError where the terms are none
 */
export async function renewService(
  parts: Pick<Services, 'db' | 'clock' | 'ledger' | 'keys'>,
  renewalKey: () => Uint8Array,
  orgId: string,
  { until, serviceType, protectionDays }: Terms,
): Promise<{ unsealed: number }> {
  const days = protectionDays ?? PROTECTION_DAYS.most;
  if (Number.isNaN(Date.parse(until)) || days < PROTECTION_DAYS.least || days > PROTECTION_DAYS.most)
    throw new TypeError('no terms');
  const unsealed = await parts.db.transaction({ orgId, userId: null }, async (tx) => {
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
  await walkService(parts, orgId);
  return { unsealed };
}
