import { tenantChore } from '../../../../platform/jobs/server/tenant-chore.ts';
import { BATCH, leftAfter, lockUnscored, type Held } from './lock-unscored.ts';
import { scoreSheets } from './score-sheets.ts';

const LEFT_MS = 3_600_000;

/** Scores sheets whose job found the service expired, after the renewal. */
export const leftScoring = tenantChore('screening-left-scoring', LEFT_MS, async (services, orgId, stop) => {
  const most = BATCH[services.db.kind];
  let awaited: Held | undefined;
  let limit: number = most;
  for (let count = 0; ;) {
    const done = await services.db.transaction({ orgId, userId: null }, async (tx) => {
      const unscored = await lockUnscored(tx, orgId, limit, awaited);
      const scored = await scoreSheets(services, tx, orgId, unscored.sheets);
      return { scored, ...leftAfter(unscored, scored, most) };
    });
    count += done.scored;
    if (!done.more || stop.aborted) return count;
    ({ awaited, limit } = done);
  }
});
