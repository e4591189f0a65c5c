import { notFoundInScope } from '../../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { idsWithin } from '../../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { planStatus, type PlanStatus } from '../../rules/bureau-plan.ts';
import { lockPlan, plansOf, type BureauPlan } from '../queries/bureau-plans.ts';
import { bureauPlanHooks } from './plan-hooks.ts';
import { requireWhole } from './require-whole.ts';

/** @throws AppError `notFoundInScope` */
export async function loadPlan(ctx: OrgContext, planId: string): Promise<BureauPlan> {
  const { rows } = resolveResource(ctx, 'bureau-plan', bureauPlanHooks);
  const [[plan], within] = await ctx.read([plansOf(ctx.actor.orgId, [planId]), idsWithin(rows, [planId])]);
  if (!plan || within.length === 0) throw notFoundInScope(rows.scope);
  return plan;
}

/**
 * The plan, locked until the transaction ends.
 *
 * @throws AppError `notFoundInScope`; PSY_OUT_OF_REACH where it names schools out of scope
 */
export async function lockPlanInScope(tx: Tx, ctx: OrgContext, planId: string): Promise<BureauPlan> {
  const { rows } = resolveResource(ctx, 'bureau-plan', bureauPlanHooks);
  const [[plan], within] = await tx.batch([lockPlan(ctx.actor.orgId, planId), idsWithin(rows, [planId])]);
  if (!plan || within.length === 0) throw notFoundInScope(rows.scope);
  requireWhole(rows.scope, plan);
  return plan;
}

/** @throws AppError PSY_CONFLICT where the plan is in another state */
export function requirePlanStatus(ctx: OrgContext, plan: BureauPlan, wanted: PlanStatus): void {
  const status = planStatus(plan, ctx.now());
  if (status !== wanted)
    throw new AppError('PSY_CONFLICT', { message: `计划${labelOf('bureau_plan_status', status)}，不能这样做` });
}
