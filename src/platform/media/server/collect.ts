import type { Services } from '../../context/server/services.ts';
import { tenantChore } from '../../jobs/server/tenant-chore.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { EXPECTED_MS, LOOSE_MS } from './files.ts';
import * as store from './queries/media-files.ts';
import { collectStrays, letGo } from './strays.ts';

const CHUNK = 100;
const HALF_HOUR_MS = 30 * 60_000;

/**
 * Deletes an organisation's unused files: announced but never uploaded, uploaded but never attached; and objects
 * without a row.
 */
export async function collectOrphans(
  { db, clock, objects }: Pick<Services, 'db' | 'clock' | 'objects'>,
  orgId: string,
): Promise<number> {
  const now = clock.now();
  let collected = 0;
  for (let found = CHUNK; found === CHUNK; collected += found) {
    // Locked during the deletion, so that no one attaches one meanwhile.
    found = await db.transaction({ orgId, userId: null }, async (tx) => {
      const files = await tx.run(
        store.orphans(
          orgId,
          { expectedBefore: isoTime(now - EXPECTED_MS), looseBefore: isoTime(now - LOOSE_MS) },
          CHUNK,
        ),
      );
      await letGo(
        tx,
        { clock },
        orgId,
        files.flatMap(({ upload_key, object_key }) => [upload_key, object_key]),
      );
      await tx.run(
        store.deleteFiles(
          orgId,
          files.map(({ file_id }) => file_id),
        ),
      );
      return files.length;
    });
  }
  await collectStrays({ db, clock, objects }, orgId);
  return collected;
}

/** Deletes unattached files. */
export const orphans = tenantChore('orphans', HALF_HOUR_MS, collectOrphans);
