import type { OrgContext } from '../../../platform/context/server/context.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import type { WarnStatistics } from '../contract/warn-statistics.ts';
import { begunMonths, monthsOf, schoolYearOf, startAfter, startOf, yearBefore } from '../rules/warn-statistics.ts';
import { schoolMonths } from './queries/warn-statistics.ts';
import { statistics } from './statistics.ts';

/** The months of the school year as the statistics show them, and the median time until a verdict, in minutes. */
export interface Trend extends Pick<WarnStatistics, 'months'> {
  verify_minutes?: number;
}

/** Counts the months and no other part of the statistics; of last year only the months that this year has. */
async function ofSchool(ctx: OrgContext): Promise<Trend> {
  const { actor, services } = ctx;
  const months = begunMonths(monthsOf(schoolYearOf(ctx.now())), ctx.now());
  const [first = '', latest = ''] = [months[0], months.at(-1)];
  const [rows] = await ctx.read([
    schoolMonths(
      actor.orgId,
      services.access.scope(actor, 'warn'),
      { from: startOf(first), to: startAfter(latest) },
      { from: startOf(yearBefore(first)), to: startAfter(yearBefore(latest)) },
    ),
  ]);
  const count = new Map(rows.map(({ month, n }) => [month, n]));
  const median = rows.find(({ month }) => month === null)?.median;
  return {
    months: months.map((key) => ({ key, label: key, n: count.get(key) ?? 0, last: count.get(yearBefore(key)) ?? 0 })),
    ...(typeof median === 'number' && { verify_minutes: Math.round(median) }),
  };
}

/** Those of an institution are sums of counts that are kept. */
async function ofInstitution(ctx: OrgContext): Promise<Trend> {
  const { months, verify } = await statistics(ctx, {});
  return { months, ...(verify && { verify_minutes: verify.median }) };
}

/** Warnings of the school year within the role's scope by month; numbers of students for an institution. */
export const trend = (ctx: OrgContext): Promise<Trend> =>
  ctx.actor.orgType === ORG_TYPE.school ? ofSchool(ctx) : ofInstitution(ctx);
