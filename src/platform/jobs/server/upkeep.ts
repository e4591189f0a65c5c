import { clearExports } from '../../../features/exports/server/tasks.ts';
import { clearNotices } from '../../../features/notices/server/notices.ts';
import { dueTenants } from '../../../features/subscription/server/queries.ts';
import { walkService } from '../../../features/subscription/server/walk-service.ts';
import type { Services } from '../../context/server/context.ts';
import { encryptRows } from '../../crypto/server/encrypt-rows.ts';
import { allTenants } from '../../crypto/server/queries.ts';
import { AppError } from '../../errors/app-error.ts';
import { collectOrphans } from '../../media/server/collect.ts';
import { hooksFor } from '../../resources/server/hooks-for.ts';
import { nowIso } from '../../runtime/server/clock.ts';

/** How often a process asks whether something is due. */
const ROUND_MS = 60_000;

/** Tenants that are walked on in one round at most; the next one comes in a minute. */
const WALK_MAX = 500;

type Parts = Pick<Services, 'db' | 'keys' | 'ledger' | 'schemas' | 'state' | 'log' | 'clock' | 'objects'>;

/** A tenant whose keys are sealed has nothing to be done. */
const isSealed = (error: unknown): boolean => error instanceof AppError && error.code === 'PSY_SERVICE_EXPIRED';

const sealOpen = (parts: Parts, orgId: string, stop?: AbortSignal): Promise<number> =>
  encryptRows(parts, orgId, (schema) => hooksFor(schema).table, stop);

/**
 * Brings tenants whose next stage has begun into it. Of several processes one does it for a tenant. What lies open is
 * sealed before its keys are.
 */
async function walkDue(parts: Parts, stop?: AbortSignal): Promise<void> {
  const { db, clock, log } = parts;
  for (const orgId of await dueTenants(db, nowIso(clock), WALK_MAX)) {
    if (stop?.aborted) return;
    try {
      await sealOpen(parts, orgId, stop).catch((error: unknown) => {
        if (!isSealed(error)) throw error;
      });
      await walkService(parts, orgId);
    } catch (error) {
      log.error({ err: error, org_id: orgId }, 'the service of a tenant could not be walked on');
    }
  }
}

/** Something to be done for each tenant now and then. Answers how much it did. Done twice it does no harm. */
interface Chore {
  name: string;
  everyMs: number;
  work: (parts: Parts, orgId: string, stop?: AbortSignal) => Promise<number>;
}

const CHORES: readonly Chore[] = [
  // What is not sealed, or not under the current key.
  { name: 'sealing', everyMs: 60 * 60_000, work: sealOpen },
  // Files that nobody attached.
  { name: 'orphans', everyMs: 30 * 60_000, work: collectOrphans },
  // Packed files whose days are over.
  { name: 'exports', everyMs: 30 * 60_000, work: clearExports },
  // What people were told long ago.
  { name: 'notices', everyMs: 24 * 3_600_000, work: clearNotices },
];

/** Does a chore for all tenants. Of several processes one does it. */
async function doEverywhere({ name, everyMs, work }: Chore, parts: Parts, stop?: AbortSignal): Promise<void> {
  const { db, state, log } = parts;
  if (!(await state.claim(`upkeep ${name}`, everyMs))) return;
  for (const orgId of await allTenants(db)) {
    if (stop?.aborted) return;
    try {
      const count = await work(parts, orgId, stop);
      if (count > 0) log.info({ org_id: orgId, chore: name, count }, 'upkeep');
    } catch (error) {
      // One tenant's trouble is no reason to leave out the rest.
      if (!isSealed(error)) log.error({ err: error, org_id: orgId, chore: name }, 'upkeep failed');
    }
  }
}

/** What is done without anybody asking, once. */
export async function upkeep(parts: Parts, stop?: AbortSignal): Promise<void> {
  await walkDue(parts, stop);
  for (const chore of CHORES) await doEverywhere(chore, parts, stop);
}

/** Does it now and every minute, until `close`. A round that takes longer than that is not joined by another. */
export function startUpkeep({ background, ...parts }: Parts & Pick<Services, 'background'>): { close: () => void } {
  let running = false;
  const round = () => {
    if (running) return;
    running = true;
    background.start('upkeep', (stop) =>
      upkeep(parts, stop).finally(() => {
        running = false;
      }),
    );
  };
  round();
  const timer = setInterval(round, ROUND_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
