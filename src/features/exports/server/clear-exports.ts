import type { Services } from '../../../platform/context/server/services.ts';
import { tenantChore } from '../../../platform/jobs/server/tenant-chore.ts';
import { letGo, removeStrays } from '../../../platform/media/server/strays.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import * as store from './queries/tasks.ts';
import { dropParts } from './run-packing.ts';
import { INTERRUPTED } from './tasks.ts';

const HALF_HOUR_MS = 30 * 60_000;
/** Expired exports stay in the list for this time. */
const LISTED_MS = 30 * 86_400_000;

/** Deletes the files of expired exports, and a month later their rows. */
export async function clearExports(
  parts: Pick<Services, 'db' | 'clock' | 'objects' | 'log'>,
  orgId: string,
): Promise<number> {
  const { db, clock } = parts;
  const now = clock.now();
  const [count, left] = await db.transaction({ orgId, userId: null }, async (tx) => {
    const [dead] = await tx.batch([
      store.failDead(orgId, INTERRUPTED),
      store.forgetTasks(orgId, isoTime(now - LISTED_MS)),
    ]);
    const overdue = await tx.run(store.overdueTasks(orgId, isoTime(now)));
    await tx.run(
      store.expireTasks(
        orgId,
        overdue.map(({ file_id }) => file_id),
      ),
    );
    const ended = [...dead, ...overdue].map(({ file_id }) => file_id);
    const objects = overdue.map(({ object_key }) => object_key);
    return [
      overdue.length,
      [...(await dropParts(tx, parts, orgId, ended)), ...(await letGo(tx, parts, orgId, objects))],
    ];
  });
  await removeStrays(parts, orgId, left);
  return count;
}

/** Deletes expired exports. */
export const clearingOfExports = tenantChore('exports-clearing', HALF_HOUR_MS, clearExports);
