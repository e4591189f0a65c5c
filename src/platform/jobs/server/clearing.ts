import { isoTime } from '../../runtime/server/clock.ts';
import { NO_TENANT } from './job-run.ts';
import { forgetFailed } from './queries.ts';
import { recurring } from './tenant-chore.ts';

const DAY_MS = 86_400_000;
/** Jobs that were given up are kept this long for operators. */
const KEPT_MS = 30 * DAY_MS;

/** Removes jobs that were given up long ago. */
export const clearingOfJobs = recurring('jobs-clearing', DAY_MS, async ({ services: { db, clock } }) => {
  await db.write(NO_TENANT, [forgetFailed(isoTime(clock.now() - KEPT_MS))]);
});
