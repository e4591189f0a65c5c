import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { beyondPlan, type PlanBounds } from '../../rules/bureau-plan.ts';
import { planSentTo } from '../queries/bureau-plans.ts';

/**
 * What binds screenings that follow plans, by the id of the plan. A plan that was withdrawn, or whose institution the
 * school has left, binds nothing.
 */
export async function boundsOf(
  tx: Tx,
  { actor }: OrgContext,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, PlanBounds>> {
  if (planIds.length === 0) return new Map();
  const plans = await tx.run(planSentTo(actor.orgId, planIds));
  return new Map(plans.filter(({ withdrawn_at }) => withdrawn_at === null).map((plan) => [plan.plan_id, plan]));
}

/**
 * Checks a change of one screening against the plan that it follows, if any.
 *
 * @throws AppError PSY_CONFLICT naming the fields
 */
export async function requireWithinPlan(
  tx: Tx,
  ctx: OrgContext,
  exam: { bureau_plan_id: string | null } & Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { bureau_plan_id: planId } = exam;
  const bounds = planId === null ? undefined : (await boundsOf(tx, ctx, [planId])).get(planId);
  const details = bounds ? beyondPlan(bounds, exam, { ...exam, ...change }) : [];
  const [first] = details;
  if (first) throw new AppError('PSY_CONFLICT', { message: first.message, details });
}
