import { renewService } from '../../../features/subscription/server/renew-service.ts';
import { requireNoTask, withPlatformEntry } from '../../../features/tenants/server/public.ts';
import { FORMAL, PROTECTION_DAYS, TRIAL } from '../../../platform/access/service-stage.ts';
import { termEnd } from '../../../platform/access/term-end.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { renewalKeyOf } from '../wrapping-keys.ts';
import { systemOperator } from './commands/options.ts';

type Parts = Parameters<typeof renewService>[0] & { config: Parameters<typeof renewalKeyOf>[0] };

/** A term as it is typed. */
export interface TypedTerm {
  /** The last day, in China. */
  until: string;
  trial: boolean;
  protection?: string | undefined;
}

/** @throws StartError */
function readTerm({ until: day, trial, protection }: TypedTerm, now: number) {
  const until = termEnd(day);
  const protectionDays = protection === undefined ? undefined : Number(protection);
  if (until === undefined || Date.parse(until) <= now)
    throw new StartError('--until 应为今天或以后的日期，例如 2027-12-31');
  if (
    protectionDays !== undefined &&
    !(
      Number.isInteger(protectionDays) &&
      protectionDays >= PROTECTION_DAYS.least &&
      protectionDays <= PROTECTION_DAYS.most
    )
  )
    throw new StartError(`--protection 应为 ${PROTECTION_DAYS.least} 至 ${PROTECTION_DAYS.most} 的整数`);
  return { until, protectionDays, serviceType: trial ? TRIAL : FORMAL };
}

/**
 * Renews the service of an organisation for an operator at the machine, as the operator's page does: not while it is
 * exported, moved or erased, and with an entry in the chain of the platform.
 *
 * @returns How many data keys were unlocked
 * @throws StartError
 */
export async function renewOrganisation(parts: Parts, orgId: string, typed: TypedTerm): Promise<{ unlocked: number }> {
  const term = readTerm(typed, parts.clock.now());
  await requireNoTask(parts, orgId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'PSY_TENANT_TASK' ? new StartError(error.message) : error;
  });
  const entry = {
    act: 'renew',
    resource: 'organisation',
    rowId: orgId,
    after: { service_type_name: labelOf('service_type', term.serviceType), service_until: typed.until },
  };
  return withPlatformEntry(parts, systemOperator(), entry, () =>
    renewService(parts, () => renewalKeyOf(parts.config), orgId, term),
  );
}
