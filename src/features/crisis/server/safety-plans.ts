import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { isEncryptedText } from '../../../platform/crypto/server/data-keys.ts';
import type { RowOf, Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { PlanContent, SafetyPlan } from '../contract/safety-plans.ts';
import { addStep } from './add-step.ts';
import { scopeOf } from './case-scope.ts';
import { lockOpen, wordsOf } from './lock-case.ts';
import { caseById } from './queries/crisis-cases.ts';
import { insertPlan, lastPlanOf, plansOf } from './queries/safety-plans.ts';
import { warnsOfCase } from './queries/warns.ts';
import { requireSources } from './read-warnings.ts';

const place = (planId: string) => ({ table: 'safety_plans', row: planId, field: 'body' });

async function present(
  keys: Pick<Services['keys'], 'decryptText'>,
  orgId: string,
  { plan_id, edition, at, author_name, body }: RowOf<ReturnType<typeof plansOf>>,
): Promise<SafetyPlan> {
  // Rows of the demo are encrypted some time after they were written.
  const text = isEncryptedText(body) ? await keys.decryptText(orgId, body, place(plan_id)) : body;
  const content = JSON.parse(text) as PlanContent;
  return { edition, at, author_name: author_name ?? '', content };
}

/**
 * All versions of the safety plan of a case, latest first.
 *
 * @throws AppError `notFoundInScope`, and the refusals of its warnings
 */
export async function readSafetyPlans(ctx: OrgContext, caseId: string): Promise<SafetyPlan[]> {
  const { orgId } = ctx.actor;
  const [[found], warns, plans] = await ctx.read([
    caseById(orgId, scopeOf(ctx), caseId),
    warnsOfCase(orgId, caseId),
    plansOf(orgId, caseId),
  ]);
  if (!found) throw notFoundInScope(scopeOf(ctx));
  await requireSources(
    ctx,
    warns.map(({ source }) => source),
  );
  return Promise.all(plans.map((plan) => present(ctx.services.keys, orgId, plan)));
}

/** The texts without spaces around them. */
const tidy = ({ warning_signs, helps, people, steps }: PlanContent): PlanContent => ({
  warning_signs: wordsOf('/warning_signs', warning_signs),
  helps: wordsOf('/helps', helps),
  people: people.map(({ name, ...more }, i) => ({ name: wordsOf(`/people/${i}/name`, name), ...more })),
  steps: wordsOf('/steps', steps),
});

/**
 * Writes a new version of the safety plan; the former ones are kept.
 *
 * @param base The version that the author read, 0 where there was none
 * @throws AppError `notFoundInScope`, PSY_CONFLICT with who wrote a newer version, PSY_INVALID_INPUT
 */
export async function writeSafetyPlan(
  ctx: OrgContext,
  tx: Tx,
  caseId: string,
  { base, ...content }: PlanContent & { base: number },
): Promise<SafetyPlan> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock, keys },
  } = ctx;
  const { child_name } = await lockOpen(tx, ctx, caseId);
  const [last] = await tx.run(lastPlanOf(orgId, caseId));
  if ((last?.edition ?? 0) !== base)
    throw new AppError('PSY_CONFLICT', {
      message: `安全计划刚刚由${last?.author_name ?? '其他教师'}改为第 ${last?.edition ?? 0} 版，请对照后再保存`,
    });
  const [plan_id, edition, at] = [newId(clock), base + 1, ctx.nowIso()];
  const written = tidy(content);
  const body = await keys.within(tx).encryptText(orgId, JSON.stringify(written), place(plan_id));
  await tx.run(insertPlan({ org_id: orgId, plan_id, case_id: caseId, edition, author_id: userId, at, body }));
  await addStep(tx, ctx, { caseId, kind: 'safety_plan', content: `安全计划第 ${edition} 版` });
  await audit(tx, ctx, {
    act: base === 0 ? 'create' : 'update',
    resource: 'crisis-case',
    rowId: caseId,
    rowLabel: child_name,
    after: { edition, text_length: JSON.stringify(written).length },
  });
  const [stored] = await tx.run(plansOf(orgId, caseId).limit(1));
  if (!stored) throw new AppError('PSY_NOT_FOUND');
  return present(keys.within(tx), orgId, stored);
}
