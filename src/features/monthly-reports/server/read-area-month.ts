import { schoolsReached } from '../../../platform/access/server/queries/school-rows.ts';
import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import { readAreaReport } from '../../group-reports/server/public.ts';
import type { MonthlyReport } from '../contract.ts';
import { areaSections, schoolTable } from '../rules/area-month.ts';
import { meetingText } from '../rules/meeting-text.ts';
import { comparedWith } from '../rules/months.ts';
import { screeningOf } from '../rules/screenings.ts';
import * as store from './queries/months.ts';

/** Plans in one report. */
const PLANS_MAX = 20;
const PLANS = 'screening/area-report';

/** A month of an institution over the schools of the role's scope, from counts that each school made when it was over. */
export async function readAreaMonth(ctx: OrgContext, month: string, months: string[]): Promise<MonthlyReport> {
  const { actor, services } = ctx;
  const { orgId } = actor;
  const { access, smallestGroup: smallest } = services;
  const compared = comparedWith(month);
  const mayScreen = access.decide(actor, PLANS, OPEN);
  if (mayScreen) await ctx.proveVerified(PLANS);
  const [[org], schools, plans] = await ctx.read([
    orgById(orgId),
    schoolsReached(orgId, access.scope(actor, 'school')),
    store.plansOfMonth(orgId, month, mayScreen ? PLANS_MAX : 0),
  ]);
  const ids = schools.map(({ org_id }) => org_id);
  const wanted = Object.values(compared);
  const [counted, counts] = await ctx.read([store.countedMonths(ids, wanted), store.countsOfSchools(ids, wanted)]);
  const isCounted = (of: string) => counted.some((row) => row.month === of);
  const screenings = [];
  for (const { plan_id } of plans)
    screenings.push(screeningOf(plan_id, await readAreaReport(ctx, plan_id, {}), smallest));
  const report = {
    level: 'area' as const,
    name: org?.org_name ?? '',
    month,
    months,
    as_of: ctx.nowIso(),
    smallest,
    known: { before: isCounted(compared.before), last_year: isCounted(compared.last_year) },
    sections: areaSections(counts, compared, smallest),
    screenings,
    schools: schoolTable(
      schools,
      counts.filter((row) => row.month === month),
      { smallest, counted: new Set(counted.filter((row) => row.month === month).map((row) => row.org_id)) },
    ),
  };
  return { ...report, text: meetingText(report) };
}
