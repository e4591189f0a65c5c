import { tenantsInService } from '../../context/server/queries/orgs.ts';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import type { JobContext, JobKind } from './kinds.ts';

/** Leases of chores: as long as one tenant's part may take without a renewal on a busy database. */
const LEASE_MS = 120_000;

/** Chores are skipped for a tenant whose keys are unavailable because its service has expired. */
export const isServiceExpired = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'PSY_SERVICE_EXPIRED';

/** A recurring chore of the installation. If its process dies, another one runs it again. */
export const recurring = (name: string, everyMs: number, run: (context: JobContext) => Promise<void>): JobKind => ({
  name,
  slots: 1,
  leaseMs: LEASE_MS,
  maxAttempts: Infinity,
  maxCrashes: Infinity,
  everyMs,
  run,
});

/** Runs a task for each of some tenants. The failure of one tenant does not stop the others. */
export async function forEachTenant(
  context: JobContext,
  tenants: readonly string[],
  work: (orgId: string) => Promise<void>,
): Promise<void> {
  const {
    services: { log },
    job: { kind },
    signal,
  } = context;
  for (const orgId of tenants) {
    signal.throwIfAborted();
    await context.keep();
    try {
      await work(orgId);
    } catch (error) {
      // The process stops; another one goes on.
      signal.throwIfAborted();
      if (!isServiceExpired(error)) log.error({ err: error, org_id: orgId, kind }, 'a chore failed for a tenant');
    }
  }
}

/**
 * A recurring task for every tenant in service. It must be safe to run twice.
 *
 * @param work Returns how much it did
 */
export const tenantChore = (
  name: string,
  everyMs: number,
  work: (services: Services, orgId: string, stop: AbortSignal) => Promise<number>,
): JobKind =>
  recurring(name, everyMs, async (context) => {
    const { services, signal } = context;
    await forEachTenant(context, await tenantsInService(services.db), async (orgId) => {
      const count = await work(services, orgId, signal);
      if (count > 0) services.log.info({ org_id: orgId, chore: name, count }, 'upkeep');
    });
  });
