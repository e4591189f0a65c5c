import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { inTransaction } from '../../../../platform/context/server/make-context.ts';
import type { BodyOf, DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { isUniqueViolation } from '../../../../platform/db/server/errors.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Row } from '../../../../platform/resources/contract/resource.ts';
import type { ResourceHooks } from '../../../../platform/resources/server/hooks.ts';
import { createRows } from '../../../../platform/resources/server/write-rows.ts';
import { settle } from '../../../notices/server/public.ts';
import type { acceptPlan as acceptCall, declinePlan as declineCall } from '../../contract/bureau.ts';
import { beyondPlan } from '../../rules/bureau-plan.ts';
import { examHooks } from '../exams/exam-hooks.ts';
import { addRefusal, lockAnswer, putAnswer } from '../queries/bureau-answers.ts';
import type { BureauPlan } from '../queries/bureau-plans.ts';
import { informInstitution } from './inform-institution.ts';
import { openPlan } from './received-plans.ts';

const accepted = () => new AppError('PSY_CONFLICT', { message: '本校已经接受了这份计划，请刷新后查看' });

/** A new screening that follows a plan: its window lies within the plan's, and the school has one such screening. */
const following = (plan: BureauPlan): ResourceHooks => ({
  ...examHooks,
  derivedColumns: (draft, ctx) => ({ ...examHooks.derivedColumns?.(draft, ctx), bureau_plan_id: plan.plan_id }),
  async validate(tx, ctx, drafts, reject) {
    await examHooks.validate?.(tx, ctx, drafts, reject);
    for (const [i, { row }] of drafts.entries())
      for (const { field, message } of beyondPlan(plan, { ...row, starts_at: undefined, ends_at: undefined }, row))
        reject(i, field.slice(1), message);
  },
  explainConflict: (error) => (isUniqueViolation(error) ? accepted() : undefined),
});

const answerOf = ({ actor, caller, nowIso }: OrgContext, plan: BureauPlan) => ({
  org_id: actor.orgId,
  plan_id: plan.plan_id,
  bureau_id: plan.org_id,
  reason: null,
  answered_by: caller.userId,
  answered_at: nowIso(),
});

const entryOf = (act: string, { plan_id, plan_name, bureau_name }: BureauPlan) => ({
  act,
  resource: 'bureau-plan',
  rowId: plan_id,
  rowLabel: plan_name,
  after: { bureau_name: bureau_name ?? '' },
});

/**
 * Accepts a plan: creates the school's draft with the packs, norm sets and consent text of the plan. A refusal may be
 * turned into an acceptance while the plan is open.
 *
 * @returns the draft
 * @throws AppError PSY_NOT_FOUND; PSY_CONFLICT where the plan is over, or accepted already; PSY_INVALID_INPUT
 */
export async function acceptPlan(
  ctx: OrgContext,
  tx: Tx,
  planId: string,
  body: BodyOf<typeof acceptCall>,
): Promise<Row> {
  const { orgId } = ctx.actor;
  const plan = await openPlan(tx, ctx, planId);
  const [answer] = await tx.run(lockAnswer(orgId, planId));
  if (answer?.status === 'accepted') throw accepted();
  const draft = {
    ...body,
    exam_name: body.exam_name ?? plan.plan_name,
    scale_ids: plan.scale_ids,
    norm_sets: plan.norm_sets,
    visibility: plan.visibility,
    ...(plan.consent_text !== null && { consent_text: plan.consent_text }),
  };
  const [created = {}] = await createRows(inTransaction(ctx, tx), 'exam', following(plan), [draft], false);
  await tx.run(putAnswer({ ...answerOf(ctx, plan), status: 'accepted', exam_id: String(created['exam_id']) }));
  await settle(tx, ctx.services, orgId, { type: 'bureau_plan', id: planId });
  await informInstitution(tx, ctx, plan);
  await audit(tx, ctx, entryOf('accept', plan));
  return created;
}

/** @throws AppError PSY_NOT_FOUND; PSY_CONFLICT where the plan is over, or answered already */
export async function declinePlan(
  ctx: OrgContext,
  tx: Tx,
  planId: string,
  { reason }: BodyOf<typeof declineCall>,
): Promise<DataOf<typeof declineCall>> {
  const plan = await openPlan(tx, ctx, planId);
  const refusal = { ...answerOf(ctx, plan), status: 'declined' as const, reason: reason.trim(), exam_id: null };
  if ((await tx.run(addRefusal(refusal))) === 0)
    throw new AppError('PSY_CONFLICT', { message: '本校已经答复了这份计划，请刷新后查看' });
  await settle(tx, ctx.services, ctx.actor.orgId, { type: 'bureau_plan', id: planId });
  await informInstitution(tx, ctx, plan);
  const entry = entryOf('decline', plan);
  await audit(tx, ctx, { ...entry, after: { ...entry.after, note: reason.trim() } });
  return { plan_id: planId, answer: 'declined' };
}
