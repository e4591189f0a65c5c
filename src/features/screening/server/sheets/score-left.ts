import { tenantChore } from '../../../../platform/jobs/server/tenant-chore.ts';
import { BATCH, lockUnscored, scoreSheets } from './score-sheets.ts';

const LEFT_MS = 3_600_000;

/** Scores sheets whose job found the service expired, after the renewal. */
export const leftScoring = tenantChore('screening-left-scoring', LEFT_MS, async (services, orgId, stop) => {
  for (let count = 0; ;) {
    const done = await services.db.transaction({ orgId, userId: null }, async (tx) => {
      const sheets = await lockUnscored(tx, orgId);
      const scored = await scoreSheets(services, tx, orgId, sheets);
      return { scored, more: sheets.length === BATCH || scored < sheets.length };
    });
    count += done.scored;
    if (!done.more || stop.aborted) return count;
  }
});
