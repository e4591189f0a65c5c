import { tenantChore } from '../../../../platform/jobs/server/tenant-chore.ts';
import { leftAfter, lockUnscored, type Held } from './lock-unscored.ts';
import { scoreSheets } from './score-sheets.ts';

const LEFT_MS = 3_600_000;

/** Scores sheets whose job found the service expired, after the renewal. */
export const leftScoring = tenantChore('screening-left-scoring', LEFT_MS, async (services, orgId, stop) => {
  let awaited: Held | undefined;
  for (let count = 0; ;) {
    const done = await services.db.transaction({ orgId, userId: null }, async (tx) => {
      const unscored = await lockUnscored(tx, orgId, awaited);
      const scored = await scoreSheets(services, tx, orgId, unscored.sheets);
      return { scored, ...leftAfter(unscored, scored) };
    });
    count += done.scored;
    if (!done.more || stop.aborted) return count;
    ({ awaited } = done);
  }
});
