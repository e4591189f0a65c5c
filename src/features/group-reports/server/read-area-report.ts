import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { schoolsReached } from '../../../platform/access/server/queries/school-rows.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { publishedCount } from '../../../platform/statistics/disclosure.ts';
import { planStatus } from '../../screening/public.ts';
import { answersToPlan, loadPlan } from '../../screening/server/public.ts';
import type { GroupReport } from '../contract.ts';
import { areaReport, type AreaFacts } from '../rules/area-report.ts';
import type { Show } from '../rules/cells.ts';
import { meetingText } from '../rules/meeting-text.ts';
import { scoredWith, type FindPack } from '../rules/versions.ts';
import * as store from './queries.ts';

/**
 * A plan in numbers: over the schools of the role's scope, or one of them, or a grade of it. Suppressed and rounded by
 * the rules of `platform/statistics`.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT for a plan that is withdrawn
 */
export async function readAreaReport(
  ctx: OrgContext,
  planId: string,
  { school_id: schoolId, grade }: { school_id?: string; grade?: string | undefined },
): Promise<GroupReport> {
  const { actor, services } = ctx;
  const { orgId } = actor;
  const plan = await loadPlan(ctx, planId);
  if (plan.withdrawn_at !== null)
    throw new AppError('PSY_CONFLICT', { message: '计划已撤回，学校的测评归学校自己，没有区域报告' });
  const scope = services.access.scope(actor, 'bureau-plan');
  const [[org], reached] = await ctx.read([orgById(orgId), schoolsReached(orgId, scope)]);
  const schools = reached.filter(({ org_id }) => plan.school_ids.includes(org_id));
  const chosen = schools.filter(({ org_id }) => schoolId === undefined || org_id === schoolId);
  const [school] = chosen;
  if (schoolId !== undefined && !school) throw notFoundInScope(scope);
  const ids = chosen.map(({ org_id }) => org_id);
  const [cells, answers] = await ctx.read([store.countsOfPlan(orgId, planId, ids), answersToPlan(orgId, planId)]);
  const participation = answers.filter(({ org_id }) => ids.includes(org_id));
  const show: Show = (n) => publishedCount(n, services.smallestGroup);
  const current = plan.scale_ids.map((id) => services.packs.packOf(orgId, id));
  // A school may have scored with a version that only it has installed.
  const find: FindPack = (id, version) =>
    services.packs.find(orgId, id, version) ??
    ids.map((schoolOf) => services.packs.find(schoolOf, id, version)).find((pack) => pack !== undefined);
  const packs = scoredWith(current, cells, find, show);
  const facts: AreaFacts = { schools, cells, participation, packs, normSets: plan.norm_sets, schoolId, grade };
  const report = {
    ...areaReport(facts, show, org?.org_name ?? ''),
    title: plan.plan_name,
    starts_at: plan.starts_at,
    ends_at: plan.ends_at,
    as_of: ctx.nowIso(),
    is_over: planStatus(plan, ctx.now()) === 'closed',
    smallest: services.smallestGroup,
  };
  return { ...report, text: meetingText(report) };
}
