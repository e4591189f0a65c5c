import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import { recurring } from '../../../../platform/jobs/server/tenant-chore.ts';
import { removeStrays } from '../../../../platform/media/server/strays.ts';
import { nowIso } from '../../../../platform/runtime/server/clock.ts';
import { expireFiles, failDead } from '../queries/tasks.ts';
import { dropParts } from './parts-of-file.ts';

const HALF_HOUR_MS = 30 * 60_000;

/** Deletes packages whose time is over, and ends tasks that no job works on. */
export async function clearTasks(parts: Pick<Services, 'db' | 'clock' | 'objects' | 'log'>): Promise<void> {
  const { db, clock } = parts;
  const left = await db.transaction({ orgId: PLATFORM_ORG, userId: null }, async (tx) => {
    const now = nowIso(clock);
    const [dead, over] = await tx.batch([failDead('gone', now), expireFiles(now)]);
    return dropParts(
      tx,
      parts,
      [...dead, ...over].map(({ task_id }) => task_id),
    );
  });
  await removeStrays(parts, PLATFORM_ORG, left);
}

export const clearingOfTasks = recurring('organisation-tasks-clearing', HALF_HOUR_MS, ({ services }) =>
  clearTasks(services),
);
