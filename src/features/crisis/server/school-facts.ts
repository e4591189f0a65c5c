import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { HomeSchool } from '../../../platform/home/contract.ts';
import type { SchoolFacts } from '../../../platform/home/server/cards.ts';
import { publishedCount, publishesTimes } from '../../../platform/statistics/disclosure.ts';
import { begunMonths, monthsOf, quantileOf, schoolYearOf } from '../rules/warn-statistics.ts';
import { countsOf } from './queries/warn-statistics.ts';

/** Warnings of each school in the school year: numbers of students, suppressed and rounded as the statistics are. */
async function read(ctx: OrgContext, schoolIds: readonly string[]): Promise<Map<string, Partial<HomeSchool>>> {
  const smallest = ctx.services.smallestGroup;
  const year = schoolYearOf(ctx.now());
  const rows = await ctx.services.db
    .read({ orgId: ctx.actor.orgId, userId: null }, [countsOf(schoolIds, year, '')])
    .then(([found]) => found);
  const begun = begunMonths(monthsOf(year), ctx.now());
  return new Map(
    schoolIds.map((schoolId) => {
      const own = rows.filter(({ org_id }) => org_id === schoolId);
      const children = (dim: string, key = '') => own.find((row) => row.dim === dim && row.key === key)?.children ?? 0;
      const shown = <K extends string>(name: K, n: number): Partial<Record<K, number>> => {
        const published = publishedCount(n, smallest);
        return published === undefined ? {} : ({ [name]: published } as Partial<Record<K, number>>);
      };
      const steps = new Map(own.filter(({ dim }) => dim === 'verify').map(({ key, n }) => [Number(key), n]));
      const minutes = publishesTimes(children('verified'), smallest) ? quantileOf(steps, 0.5) : undefined;
      return [
        schoolId,
        {
          ...shown('students', children('all')),
          months: begun.map((month) => ({ month, ...shown('n', children('month', month)) })),
          ...(minutes !== undefined && { verify_minutes: Math.round(minutes) }),
        },
      ];
    }),
  );
}

/** The columns about warnings of an institution's table of schools. */
export const warningsOfSchools: SchoolFacts = { area: 'warning/statistics', proof: 'warning/statistics', read };
