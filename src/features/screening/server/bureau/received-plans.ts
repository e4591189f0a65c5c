import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { withoutNulls } from '../../../../platform/schema/json.ts';
import type { ReceivedPlan } from '../../contract/bureau.ts';
import { planStatus } from '../../rules/bureau-plan.ts';
import { packProblem } from '../exams/check-plan.ts';
import { answersOfSchool } from '../queries/bureau-answers.ts';
import { planSentTo, plansSentTo, type BureauPlan } from '../queries/bureau-plans.ts';

/** The plans of the institution above the caller's school that are not over, with the school's answers. */
export async function readReceivedPlans(ctx: OrgContext): Promise<ReceivedPlan[]> {
  const { orgId } = ctx.actor;
  const [plans, answers] = await ctx.read([plansSentTo(orgId), answersOfSchool(orgId)]);
  const given = new Map(answers.map((answer) => [answer.plan_id, answer]));
  const packs = new Map(ctx.services.packs.allPacks(orgId).map((pack) => [pack.id, pack]));
  return plans
    .filter((plan) => planStatus(plan, ctx.now()) === 'sent')
    .map((plan) => {
      const answer = given.get(plan.plan_id);
      const { plan_id, plan_name, bureau_name, grades, visibility, starts_at, ends_at } = plan;
      return {
        plan_id,
        plan_name,
        bureau_name: bureau_name ?? '',
        answer: answer?.status ?? 'waiting',
        ...withoutNulls({
          answered_by_name: answer?.answered_by_name ?? null,
          reason: answer?.reason ?? null,
          exam_id: answer?.exam_id ?? null,
          consent_text: plan.consent_text,
          note: plan.note,
          sent_at: plan.sent_at,
        }),
        scales: plan.scale_ids.map((scale_id) => {
          const pack = packs.get(scale_id);
          const problem = packProblem(pack);
          return { scale_id, title: pack?.title ?? scale_id, ...(problem !== undefined && { problem }) };
        }),
        grades,
        visibility,
        starts_at,
        ends_at,
      };
    });
}

/**
 * A plan that the caller's school may answer.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_CONFLICT where it is withdrawn or over
 */
export async function openPlan(tx: Tx, ctx: OrgContext, planId: string): Promise<BureauPlan> {
  const [plan] = await tx.run(planSentTo(ctx.actor.orgId, [planId]));
  if (!plan) throw new AppError('PSY_NOT_FOUND');
  if (plan.withdrawn_at !== null) throw new AppError('PSY_CONFLICT', { message: '上级单位已经撤回这份计划' });
  if (planStatus(plan, ctx.now()) !== 'sent') throw new AppError('PSY_CONFLICT', { message: '这份计划已经结束' });
  return plan;
}
