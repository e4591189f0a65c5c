import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { labelOf as nameOfRow } from '../../../platform/resources/server/log-writes.ts';
import { lastChange } from '../../../platform/resources/server/queries/last-change.ts';
import { lockRows, rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { flatRowsWithin, resolveResource } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { addStep } from '../../crisis/server/public.ts';
import type { ReferralSteps } from '../contract/records.ts';
import { nextOfReferral } from '../rules/referral.ts';
import { noteAt, referralHooks } from './hooks/referrals.ts';
import * as store from './queries/referrals.ts';

const NAME = 'referral';

/**
 * States of a referral within the role's scope.
 *
 * @throws AppError `notFoundInScope`
 */
export async function stepsOfReferral(ctx: OrgContext, id: string): Promise<ReferralSteps> {
  const {
    actor: { orgId },
    services: { db, keys },
  } = ctx;
  const { rows, tenant } = resolveResource(ctx, NAME, referralHooks);
  const [[row], stored] = await db.read(tenant, [rowsOfIds(rows, [id]), store.referralSteps(orgId, id)]);
  if (!row) throw notFoundInScope(rows.scope);
  const steps = await Promise.all(
    stored.map(async ({ step_id, status, at, note, real_name }) => ({
      step_id,
      status,
      at,
      user_name: real_name ?? '',
      ...(note !== null && { note: await keys.decryptText(orgId, note, noteAt(step_id)) }),
    })),
  );
  return { status: Number(row['status']), steps };
}

/**
 * Moves a referral to its next state, as a step of the referral and of its case.
 *
 * @param from state that the caller read
 * @throws AppError `notFoundInScope`; PSY_CONFLICT when the state changed since; PSY_INVALID_INPUT when the new state
 *   may not follow
 */
export async function moveReferral(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  { from, status, note }: { from: number; status: number; note?: string },
): Promise<void> {
  const {
    actor,
    caller: { userId },
    services: { access, clock, keys },
  } = ctx;
  const { orgId } = actor;
  const reached = resolveResource(ctx, NAME, referralHooks);
  const words = note?.trim() ?? '';
  const [row] = await flatRowsWithin(tx, ctx, reached, await tx.run(lockRows(reached.rows, [id])));
  if (!row) throw notFoundInScope(reached.rows.scope);
  if (row['status'] !== from) {
    const [last] = await tx.run(lastChange(orgId, NAME, id));
    throw new AppError('PSY_CONFLICT', {
      message: `${last?.real_name ?? '其他教师'}已把它改为“${labelOf('referral_status', Number(row['status']))}”，请刷新后重试`,
    });
  }
  if (!nextOfReferral(from).some((next) => next === status))
    throw invalid('/status', `“${labelOf('referral_status', from)}”之后不能是“${labelOf('referral_status', status)}”`);
  const at = ctx.nowIso();
  const stepId = newId(clock);
  await tx.run(store.moveReferral(orgId, id, from, status, at));
  await tx.run(
    store.insertReferralStep({
      org_id: orgId,
      referral_id: id,
      step_id: stepId,
      status,
      user_id: userId,
      at,
      note: words === '' ? null : await keys.within(tx).encryptText(orgId, words, noteAt(stepId)),
    }),
  );
  await audit(tx, ctx, {
    act: 'update',
    resource: NAME,
    rowId: id,
    rowLabel: nameOfRow(reached, row),
    ...(row['restricted'] !== true && { before: { status: from }, after: { status } }),
  });
  if (typeof row['case_id'] === 'string') {
    const restrictedTo = row['restricted'] === true ? access.groupOf(actor.roleId) : undefined;
    await addStep(tx, ctx, {
      caseId: row['case_id'],
      kind: 'referral',
      recordTable: 'referrals',
      recordId: id,
      content: [labelOf('referral_status', status), words].filter(Boolean).join('：'),
      ...(restrictedTo !== undefined && { restrictedTo }),
    });
  }
}
