import { notFoundInScope } from '../../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { submitSheet as contract } from '../../contract/sheets.ts';
import { sheetStatus } from '../../rules/status.ts';
import * as store from '../queries/sheets.ts';
import { mayRetake } from './my-exams.ts';
import { lockOwnSheet } from './open-sheet.ts';
import { SCORING } from './score-sheets.ts';
import { missingOf, packsOf, progressOf } from './sheet-packs.ts';
import { readState } from './stored-state.ts';

/**
 * Submits a sheet, for all devices. A submitted one stays as it is.
 *
 * @throws AppError `notFoundInScope`, PSY_SHEET_NEEDS_CONSENT, PSY_SHEET_SEALED, PSY_EXAM_NOT_OPEN; PSY_INVALID_INPUT
 *   with the items that still want an answer
 */
export async function submitSheet(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  { incomplete = false }: BodyOf<typeof contract>,
): Promise<void> {
  const { orgId } = ctx.actor;
  const { jobs, keys } = ctx.services;
  const sheet = await lockOwnSheet(ctx, tx, id);
  const status = sheetStatus(sheet, ctx.now());
  if (sheet.withdrawn_at !== null) throw new AppError('PSY_SHEET_SEALED');
  if (status === 'submitted' || status === 'scored') return;
  if (status === 'waiting_consent') throw new AppError('PSY_SHEET_NEEDS_CONSENT');
  if (status !== 'open') throw new AppError('PSY_EXAM_NOT_OPEN');
  const packs = packsOf(ctx.services, orgId, sheet);
  const state = readState(await keys.within(tx).ring(orgId), sheet);
  const missing = missingOf(packs, state);
  if (missing.length > 0 && !incomplete)
    throw new AppError('PSY_INVALID_INPUT', {
      message: `还有 ${missing.length} 道题没有回答`,
      details: missing.map(({ scale_id, item_id }) => ({
        field: `/${scale_id}/${item_id}`,
        message: '这道题还没有回答',
      })),
    });
  await tx.run(
    store.changeSheet(orgId, id, {
      submitted_at: ctx.nowIso(),
      incomplete: missing.length > 0,
      ...progressOf(packs, state),
    }),
  );
  await jobs.add(tx, { kind: SCORING, orgId, subject: id });
  tx.afterCommit(() => jobs.wake(SCORING));
}

/**
 * Begins another sheet after a submitted one.
 *
 * @param examId The screening
 * @returns id of the new sheet
 * @throws AppError `notFoundInScope` where the caller has no sheet of it; PSY_NO_RETAKE
 */
export async function retakeExam(ctx: OrgContext, tx: Tx, examId: string): Promise<string> {
  const { orgId } = ctx.actor;
  const scope = ctx.services.access.scope(ctx.actor, 'student');
  const [last] = await tx.run(store.lockLastSheet(orgId, scope, examId));
  if (!last) throw notFoundInScope(scope);
  if (!mayRetake(last, ctx.now()))
    throw new AppError('PSY_NO_RETAKE', last.submitted_at === null ? { message: '上一份问卷还没有交' } : {});
  const childExamId = newId(ctx.services.clock);
  await tx.run(
    store.insertSheet({
      org_id: orgId,
      child_exam_id: childExamId,
      exam_id: last.exam_id,
      child_id: last.child_id,
      attempt: last.attempt + 1,
      class_id: last.class_id,
      class_name: last.class_name,
      period: last.period,
      grade: last.grade,
      needs_consent: last.needs_consent,
      consented_at: last.consented_at,
      assented_at: last.assented_at,
      total: last.total,
    }),
  );
  return childExamId;
}
