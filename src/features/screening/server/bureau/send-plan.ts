import { schoolsOf } from '../../../../platform/access/server/queries/school-rows.ts';
import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { orgById } from '../../../../platform/context/server/queries/orgs.ts';
import type { FailureDetail } from '../../../../platform/contract/common.ts';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { sendPlan as contract } from '../../contract/bureau.ts';
import { checkPacks } from '../exams/check-plan.ts';
import { changePlan, type BureauPlan } from '../queries/bureau-plans.ts';
import { informLater } from './inform-schools.ts';
import { lockPlanInScope, requirePlanStatus } from './load-plan.ts';

type PlanState = DataOf<typeof contract>;

const entryOf = (act: string, { plan_id, plan_name }: BureauPlan) => ({
  act,
  resource: 'bureau-plan',
  rowId: plan_id,
  rowLabel: plan_name,
});

/**
 * Sends a draft to its schools, which are notified after the commit.
 *
 * @throws AppError `notFoundInScope`, PSY_OUT_OF_REACH; PSY_CONFLICT where it is no draft; PSY_INVALID_INPUT with
 *   everything that is wrong by now
 */
export async function sendPlan(ctx: OrgContext, tx: Tx, planId: string): Promise<PlanState> {
  const { orgId } = ctx.actor;
  const plan = await lockPlanInScope(tx, ctx, planId);
  requirePlanStatus(ctx, plan, 'draft');
  const [[org], schools] = await tx.batch([orgById(orgId), schoolsOf(orgId)]);
  const present = schools.filter(({ org_id }) => plan.school_ids.includes(org_id));
  const details: FailureDetail[] = [];
  if (Date.parse(plan.ends_at) <= ctx.now()) details.push({ field: '/ends_at', message: '最晚结束时间已经过了' });
  if (present.length === 0) details.push({ field: '/school_ids', message: '计划里没有本机构的学校' });
  checkPacks(ctx, { ...plan }, (field, message) => details.push({ field: `/${field}`, message }));
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
  const at = ctx.nowIso();
  const sent = {
    status: 'sent' as const,
    sent_at: at,
    sent_by: ctx.caller.userId,
    bureau_name: org?.org_name ?? '',
  };
  await tx.run(changePlan(orgId, planId, sent, at));
  await informLater(tx, ctx, planId);
  await audit(tx, ctx, {
    ...entryOf('send', plan),
    after: { school_name: present.map(({ org_name }) => org_name).join('、') },
  });
  return { plan_id: planId, status: 'sent' };
}

/** Ends a plan that is sent. Screenings that follow it go on; no school may accept it any more. */
async function end(ctx: OrgContext, tx: Tx, planId: string, act: 'end' | 'recall'): Promise<PlanState> {
  const plan = await lockPlanInScope(tx, ctx, planId);
  if (plan.status !== 'sent')
    throw new AppError('PSY_CONFLICT', {
      message: plan.status === 'draft' ? '计划还没有下发，可以直接删除' : '计划已经结束',
    });
  const at = ctx.nowIso();
  const ended = { status: 'closed' as const, closed_at: at, ...(act === 'recall' && { withdrawn_at: at }) };
  await tx.run(changePlan(ctx.actor.orgId, planId, ended, at));
  await informLater(tx, ctx, planId);
  await audit(tx, ctx, entryOf(act, plan));
  return { plan_id: planId, status: 'closed' };
}

/** @throws AppError `notFoundInScope`, PSY_OUT_OF_REACH, PSY_CONFLICT */
export const closePlan = (ctx: OrgContext, tx: Tx, planId: string) => end(ctx, tx, planId, 'end');

/**
 * Withdraws a plan; its schools are notified, and what they have accepted is theirs alone.
 *
 * @throws AppError `notFoundInScope`, PSY_OUT_OF_REACH, PSY_CONFLICT
 */
export const recallPlan = (ctx: OrgContext, tx: Tx, planId: string) => end(ctx, tx, planId, 'recall');
