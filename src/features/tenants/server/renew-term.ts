import { termEnd } from '../../../platform/access/term-end.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { renewService } from '../../subscription/server/public.ts';
import { withPlatformEntry, type Operator } from './platform-log.ts';
import { organisationOf } from './queries/organisations.ts';
import { requireNoTask } from './tasks/require-no-task.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'ledger' | 'events' | 'keys'>;

export interface Term {
  /** The last day, in China. */
  until: string;
  serviceType: number;
  protectionDays: number;
}

/**
 * Renews a service on the operator's page. What an expiry has locked needs the renewal key, which no server has.
 *
 * @throws AppError PSY_INVALID_INPUT where the day is over; PSY_RENEWAL_KEY where contents are locked; PSY_TENANT_TASK
 *   while it is exported or erased
 */
export async function renewTerm(
  parts: Parts,
  by: Operator,
  orgId: string,
  { until, serviceType, protectionDays }: Term,
): Promise<void> {
  const end = termEnd(until);
  if (end === undefined || Date.parse(end) <= parts.clock.now())
    throw new AppError('PSY_INVALID_INPUT', { details: [{ field: '/until', message: '写今天或以后的日期' }] });
  const [[org]] = await parts.db.read({ orgId, userId: null }, [organisationOf(orgId)]);
  if (!org) throw new AppError('PSY_NOT_FOUND');
  await requireNoTask(parts, orgId);
  const entry = {
    act: 'renew',
    resource: 'organisation',
    rowId: orgId,
    rowLabel: org.org_name,
    after: { service_type_name: labelOf('service_type', serviceType), service_until: until },
  };
  const noKey = (): never => {
    throw new AppError('PSY_RENEWAL_KEY');
  };
  await withPlatformEntry(parts, by, entry, () =>
    renewService(parts, noKey, orgId, { until: end, serviceType, protectionDays }),
  );
}
