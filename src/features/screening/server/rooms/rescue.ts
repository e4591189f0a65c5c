import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { restoreInRoom as restoreInRoomCall, Restored } from '../../contract/seats.ts';
import { readRescueFile, type RescueFile } from '../../rules/rescue-file.ts';
import { forgetSeat } from '../queries/seats.ts';
import type { StoredSheet } from '../queries/sheets.ts';
import { lockOwnSheet } from '../sheets/open-sheet.ts';
import { isLate, putAnswers, type Put } from '../sheets/put-answers.ts';
import { readDraftKey } from '../sheets/stored-state.ts';
import { openRescueFile } from './rescue-content.ts';

/** What was restored, or why nothing was: the transaction commits in both cases, for the warning of a late answer. */
export type Rescue<T> = { refusal: AppError } | T;

/**
 * Restores a rescue file to a sheet of the caller.
 *
 * @throws AppError PSY_RESCUE_BROKEN, PSY_RESCUE_FOREIGN, and as `restore`
 */
export async function restoreOwn(ctx: OrgContext, tx: Tx, id: string, text: string): Promise<Rescue<Restored>> {
  const file = fileOf(ctx, text);
  if (file.child_exam_id !== id) throw new AppError('PSY_RESCUE_FOREIGN');
  return restore(ctx, tx, await lockOwnSheet(ctx, tx, id), file);
}

/**
 * Restores the rescue file of a student within the caller's scope, who learns a number and no answer.
 *
 * @throws AppError `notFoundInScope`, PSY_RESCUE_BROKEN, PSY_RESCUE_FOREIGN, and as `restore`
 */
export async function restoreInRoom(
  ctx: OrgContext,
  tx: Tx,
  examId: string,
  text: string,
): Promise<Rescue<DataOf<typeof restoreInRoomCall>>> {
  const file = fileOf(ctx, text);
  const sheet = await lockOwnSheet(ctx, tx, file.child_exam_id);
  if (sheet.exam_id !== examId) throw new AppError('PSY_RESCUE_FOREIGN');
  const restored = await restore(ctx, tx, sheet, file);
  if ('refusal' in restored) return restored;
  await audit(tx, ctx, {
    act: 'import',
    resource: 'exam_sheet',
    rowId: sheet.child_exam_id,
    rowLabel: sheet.child_name,
    after: { total: restored.restored + restored.superseded },
  });
  return { ...restored, child_id: sheet.child_id, child_name: sheet.child_name };
}

function fileOf({ actor }: OrgContext, text: string): RescueFile {
  const file = readRescueFile(text);
  if (!file) throw new AppError('PSY_RESCUE_BROKEN');
  if (file.org_id !== actor.orgId) throw new AppError('PSY_RESCUE_FOREIGN');
  return file;
}

/**
 * The answers merge like late answers of the device that saved them. Those that were given after the window are left
 * out; a critical one of them raises its warning all the same.
 *
 * @throws AppError PSY_RESCUE_BROKEN; PSY_RESCUE_USED where the sheet has every answer; as `putAnswers`
 */
async function restore(ctx: OrgContext, tx: Tx, sheet: StoredSheet, file: RescueFile): Promise<Rescue<Restored>> {
  const { orgId } = ctx.actor;
  const id = sheet.child_exam_id;
  const key = readDraftKey(await ctx.services.keys.within(tx).ring(orgId), sheet);
  const content = key === undefined ? undefined : openRescueFile(key, file);
  if (!content) throw new AppError('PSY_RESCUE_BROKEN');
  const { device_id } = content;
  const put = (answers: typeof content.answers): Promise<Put> => putAnswers(ctx, tx, id, { device_id, answers });
  const late = content.answers.filter(({ answered_at }) => isLate(sheet, answered_at, ctx.now()));
  const inTime = content.answers.filter((answer) => !late.includes(answer));
  const refused = late.length > 0 ? await put(late) : undefined;
  if (inTime.length === 0)
    return refused && 'refusal' in refused ? refused : { refusal: new AppError('PSY_EXAM_NOT_OPEN') };
  const stored = await put(inTime);
  if ('refusal' in stored) return stored;
  const count = (outcome: string) => stored.outcomes.filter((one) => one === outcome).length;
  if (count('repeated') === inTime.length) return { refusal: new AppError('PSY_RESCUE_USED') };
  await tx.run(forgetSeat(orgId, id, device_id));
  return { restored: count('applied'), superseded: count('superseded'), late: late.length };
}
