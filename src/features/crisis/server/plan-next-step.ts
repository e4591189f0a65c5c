import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { isEncryptedText } from '../../../platform/crypto/server/data-keys.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { forget, remindOn } from '../../notices/server/public.ts';
import { addStep } from './add-step.ts';
import { lockOpen, wordsOf } from './lock-case.ts';
import * as store from './queries/crisis-cases.ts';

const place = (caseId: string) => ({ table: 'crisis_cases', row: caseId, field: 'next_text' });
const subject = (id: string) => ({ type: 'crisis_case', id }) as const;

/** The words of the next step of a case; undefined where nothing is planned. */
export async function decryptNextText(
  keys: Pick<Services['keys'], 'decryptText'>,
  orgId: string,
  { case_id, next_text }: { case_id: string; next_text: string | null },
): Promise<string | undefined> {
  if (next_text === null) return undefined;
  return isEncryptedText(next_text) ? keys.decryptText(orgId, next_text, place(case_id)) : next_text;
}

/** Reminds a person of the next step of a case, the day before and on the day. */
export const remindOfNextStep = (
  tx: Tx,
  services: Pick<Services, 'clock'>,
  orgId: string,
  caseId: string,
  userId: string,
  on: string,
): Promise<void> =>
  remindOn(tx, services, orgId, {
    subject: subject(caseId),
    userIds: [userId],
    on,
    kinds: { before: 'case_step_soon', onDay: 'case_step_today' },
  });

/** Cancels the reminders of a case. */
export const forgetNextStep = (tx: Tx, orgId: string, caseId: string) => forget(tx, orgId, subject(caseId));

/** The result of the step that was planned, the step that comes next, or both. */
export interface NextStep {
  version: number;
  result?: string | undefined;
  next?: { text: string; on: string } | undefined;
}

/**
 * Completes the next step of a case, plans another one, or both. The person in charge is reminded; without one, the
 * person who plans.
 *
 * @throws AppError `notFoundInScope`, PSY_CONFLICT, PSY_INVALID_INPUT
 */
export async function planNextStep(
  ctx: OrgContext,
  tx: Tx,
  caseId: string,
  { version, result, next }: NextStep,
): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services,
  } = ctx;
  const found = await lockOpen(tx, ctx, caseId, version);
  if (result === undefined && !next) throw invalid('/result', '请填写结果，或者安排新的下一步');
  if (result !== undefined && found.next_on === null) throw invalid('/result', '还没有安排下一步');
  const today = dayOf(ctx.now());
  if (next && next.on < today) throw invalid('/next/on', '日期不能早于今天');
  const former = await decryptNextText(services.keys.within(tx), orgId, found);
  const text = next && wordsOf('/next/text', next.text);
  const content = [
    ...(result === undefined ? [] : [`完成：${former ?? ''}`, wordsOf('/result', result)]),
    ...(next && text !== undefined ? [`下一步（${next.on}）：${text}`] : []),
  ].join('\n');
  await tx.run(
    store.updateCase(orgId, caseId, {
      next_on: next?.on ?? null,
      next_text: text === undefined ? null : await services.keys.within(tx).encryptText(orgId, text, place(caseId)),
    }),
  );
  await addStep(tx, ctx, { caseId, kind: 'next_step', content });
  if (next) await remindOfNextStep(tx, services, orgId, caseId, found.owner_id ?? userId, next.on);
  else await forgetNextStep(tx, orgId, caseId);
  await audit(tx, ctx, {
    act: 'update',
    resource: 'crisis-case',
    rowId: caseId,
    rowLabel: found.child_name,
    before: { next_on: found.next_on ?? undefined },
    after: { next_on: next?.on, text_length: [...content].length },
  });
}
