import { forEachTenant, isServiceExpired, recurring } from '../../../platform/jobs/server/tenant-chore.ts';
import { encryptTenantRows } from '../../../platform/resources/server/encryption-job.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { advanceStage } from './advance-stage.ts';
import { dueTenants } from './queries.ts';

const MINUTE_MS = 60_000;
/** Maximum number of tenants per run; the next run follows after a minute. */
const TENANTS_MAX = 500;

/**
 * Moves tenants to the current stage of their subscription. Data stored in clear are encrypted before the tenant's keys
 * are locked.
 */
export const serviceStages = recurring('service-stages', MINUTE_MS, async (context) => {
  const { services, signal } = context;
  const due = await dueTenants(services.db, nowIso(services.clock), TENANTS_MAX);
  await forEachTenant(context, due, async (orgId) => {
    await encryptTenantRows(services, orgId, signal).catch((error: unknown) => {
      if (!isServiceExpired(error)) throw error;
    });
    signal.throwIfAborted();
    await advanceStage(services, orgId);
  });
});
