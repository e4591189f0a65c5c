import type { Services } from '../../../platform/context/server/services.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { publishedCount, publishesTimes } from '../../../platform/statistics/disclosure.ts';
import { CRISIS_LEVELS } from '../rules/crisis.ts';
import { monthsOf, quantileOf, schoolYearOf, yearBefore } from '../rules/warn-statistics.ts';
import { countsOf, openCountsOf } from './queries/warn-statistics.ts';

/** Numbers of students, suppressed and rounded; null where the group is too small. */
export interface ScreenFacts {
  waiting: number | null;
  /** With an open case, by crisis level. */
  open: { level: number; n: number | null }[];
  /** With a warning, by months of the school year that have begun. */
  months: { month: string; n: number | null; last: number | null }[];
  /** With a warning in the school year, by the source of the warning. */
  sources: { source: number; n: number | null }[];
  /** Median from report to verdict in the school year. */
  verifyMinutes: number | null;
  /** With a warning in the school year. */
  warned: number | null;
}

interface Row {
  org_id: string;
  dim: string;
  key: string;
  n: number;
  children: number;
}

/** Sums over rows by key. A student belongs to one school only, so numbers of schools can be added. */
const sums = (rows: readonly Row[], dim: string, what: 'n' | 'children'): Map<string, number> =>
  rows
    .filter((row) => row.dim === dim)
    .reduce((all, row) => all.set(row.key, (all.get(row.key) ?? 0) + row[what]), new Map<string, number>());

interface Years {
  now: readonly Row[];
  year: readonly Row[];
  before: readonly Row[];
}

function factsOf({ now, year, before }: Years, at: number, smallest: number): ScreenFacts {
  const published = (counts: ReadonlyMap<string, number>, key: string) =>
    publishedCount(counts.get(key) ?? 0, smallest) ?? null;
  const [open, months, last, sources] = [
    sums(now, 'open', 'children'),
    sums(year, 'month', 'children'),
    sums(before, 'month', 'children'),
    sums(year, 'source', 'children'),
  ];
  const verified = sums(year, 'verified', 'children').get('') ?? 0;
  const steps = new Map([...sums(year, 'verify', 'n')].map(([step, n]) => [Number(step), n]));
  const median = publishesTimes(verified, smallest) ? quantileOf(steps, 0.5) : undefined;
  const begun = monthsOf(schoolYearOf(at)).filter((month) => month <= dayOf(at).slice(0, 7));
  return {
    waiting: published(sums(now, 'waiting', 'children'), ''),
    open: CRISIS_LEVELS.map((level) => ({ level, n: published(open, String(level)) })),
    months: begun.map((month) => ({ month, n: published(months, month), last: published(last, yearBefore(month)) })),
    sources: [...sources.keys()].sort().map((key) => ({ source: Number(key), n: published(sources, key) })),
    verifyMinutes: median === undefined ? null : Math.round(median),
    warned: published(sums(year, 'all', 'children'), ''),
  };
}

/**
 * What a large screen shows of warnings and cases, from counts only: of all the schools together, and of each.
 *
 * @param orgId The school itself, or the institution above the schools
 */
export async function readScreenFacts(
  { db, clock, smallestGroup }: Pick<Services, 'db' | 'clock' | 'smallestGroup'>,
  orgId: string,
  schoolIds: readonly string[],
): Promise<{ all: ScreenFacts; of: (schoolId: string) => ScreenFacts }> {
  const at = clock.now();
  const year = schoolYearOf(at);
  const [now, ofYear, before] = await db.read({ orgId, userId: null }, [
    openCountsOf(schoolIds),
    countsOf(schoolIds, year, ''),
    countsOf(schoolIds, year - 1, ''),
  ]);
  const years: Years = { now, year: ofYear, before };
  const only = (rows: readonly Row[], id: string) => rows.filter(({ org_id }) => org_id === id);
  return {
    all: factsOf(years, at, smallestGroup),
    of: (id) => factsOf({ now: only(now, id), year: only(ofYear, id), before: only(before, id) }, at, smallestGroup),
  };
}
