import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import { tenantChore } from '../../../platform/jobs/server/tenant-chore.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { CHOOSABLE, closedMonths } from '../rules/months.ts';
import * as store from './queries/months.ts';

const HOUR_MS = 3_600_000;
/** Months that can be chosen, and the year before them to compare with. */
const COUNTED = CHOOSABLE + 12;

/**
 * Counts the months of a school that are over and not counted yet. A counted month stays as it is, so that no
 * difference between two days says anything about a student.
 *
 * @returns how many months it counted
 */
export async function countMonths({ db, clock }: Pick<Services, 'db' | 'clock'>, orgId: string): Promise<number> {
  const tenant = { orgId, userId: null };
  const months = closedMonths(clock.now(), COUNTED);
  const [[org], done] = await db.read(tenant, [orgById(orgId), store.countedMonths([orgId], months)]);
  if (org?.org_type !== ORG_TYPE.school) return 0;
  const missing = months.filter((month) => !done.some((row) => row.month === month));
  if (missing.length === 0) return 0;
  await db.transaction(tenant, async (tx) => {
    const counted_at = nowIso(clock);
    const marked = await tx.run(
      store.insertCountedMonths(missing.map((month) => ({ org_id: orgId, month, counted_at }))),
    );
    const counts = await tx.run(
      store.countsOfMonths(
        orgId,
        { kind: 'all' },
        marked.map(({ month }) => month),
      ),
    );
    const rows = counts
      .filter(({ dim }) => dim !== 'minutes')
      .map(({ month, dim, key, children }) => ({ org_id: orgId, month, dim, key, children }));
    if (rows.length > 0) await tx.run(store.insertMonthCounts(rows));
  });
  return missing.length;
}

/** Runs through the day, so that a month is counted within hours of its end. */
export const countingOfMonths = tenantChore('month-counts', HOUR_MS, countMonths);
