import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import { isEncryptedText } from '../../../platform/crypto/server/data-keys.ts';
import type { RowOf, Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { setAttachments } from '../../../platform/media/server/attach.ts';
import { attachedTo } from '../../../platform/media/server/queries/media-files.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { notify } from '../../notices/server/public.ts';
import { isHigher, VALID_STATUS } from '../rules/crisis.ts';
import { addStep } from './add-step.ts';
import { now, SYSTEM } from './crisis-actor.ts';
import { stopEscalation } from './escalation/escalate.ts';
import { keepVerdict } from './former-verdicts.ts';
import * as cases from './queries/crisis-cases.ts';
import * as store from './queries/warns.ts';
import { warnFieldLocation } from './report-warning.ts';

/** Outcome of a verification (`spec §3`, warning verify payload). */
export interface Verdict {
  validStatus: number;
  level: number | undefined;
  reason: string;
  fileIds: readonly string[];
}

/** A stored warning with names. */
export type StoredWarn = RowOf<ReturnType<typeof store.warnById>>;

/** Owner of the files of a verdict, and their use (`media_for`: treatment). */
export const WARN_ENTITY = 'warn';
export const MEDIA_FOR = 2;

/** Decrypts the reason of a verdict or the content of a report. */
export const decryptWarnText = async (
  { actor: { orgId }, services: { keys } }: Pick<OrgContext, 'actor' | 'services'>,
  warnId: string,
  field: 'warn_content' | 'reason',
  stored: string,
): Promise<string> =>
  isEncryptedText(stored) ? keys.decryptText(orgId, stored, warnFieldLocation(warnId, field)) : stored;

/**
 * The level of a verdict; undefined for an invalid warning.
 *
 * @throws AppError PSY_INVALID_INPUT when a valid warning has no level
 */
export function requireLevel(validStatus: number, level: number | null | undefined): number | undefined {
  if (validStatus === VALID_STATUS.invalid) return undefined;
  if (level === null || level === undefined) throw invalidWithMessage('/crisis_level', '请选择危机等级');
  return level;
}

/** Raises the level of an open case, with a step of its own. */
async function raiseLevel(
  tx: Tx,
  ctx: OrgContext,
  open: { case_id: string; crisis_level: number },
  level: number,
  warnId: string,
): Promise<void> {
  if (!isHigher(level, open.crisis_level)) return;
  await tx.run(cases.updateCase(ctx.actor.orgId, open.case_id, { crisis_level: level }));
  await addStep(tx, ctx, { caseId: open.case_id, kind: 'level', warnId, level });
}

/** The student's open case, or a new one. */
async function joinCase(
  tx: Tx,
  ctx: OrgContext,
  childId: string,
  level: number,
): Promise<{ case_id: string; crisis_level: number }> {
  const {
    actor: { orgId },
    services: { clock },
  } = ctx;
  const [opened] = await tx.run(
    cases.insertCase({
      org_id: orgId,
      case_id: newId(clock),
      child_id: childId,
      crisis_level: level,
      opened_at: now(ctx),
      first_contact_at: null,
      closed_at: null,
      closed_by: null,
    }),
  );
  if (opened) return { case_id: opened.case_id, crisis_level: level };
  const [open] = await tx.run(cases.lockOpenCase(orgId, childId));
  // The case was closed between the two statements; a retry opens a new one.
  if (!open) throw new AppError('PSY_CONFLICT', { message: '这名学生的个案刚刚结案，请重试' });
  return open;
}

const verdictWords = (validStatus: number, level: number | null | undefined) =>
  `“${labelOf('valid_status', validStatus)}${level ? `（${labelOf('crisis_level', level)}）` : ''}”`;

/** Another user verified the warning first. */
const alreadyVerified = ({ verified_by_name, valid_status, crisis_level }: StoredWarn) =>
  new AppError('PSY_CONFLICT', {
    message: `${verified_by_name ?? '其他教师'}已核实为${verdictWords(valid_status, crisis_level)}，请刷新后查看`,
  });

/** A repeat of the caller's own verdict changes nothing. @throws AppError PSY_CONFLICT for any other verdict */
async function requireSameVerdict(
  ctx: OrgContext,
  warn: StoredWarn,
  { validStatus, level, words }: { validStatus: number; level: number | undefined; words: string },
): Promise<{ caseId: string | undefined }> {
  const isSame =
    warn.verified_by === ctx.caller.userId &&
    warn.valid_status === validStatus &&
    (warn.crisis_level ?? undefined) === level &&
    (warn.reason === null ? '' : await decryptWarnText(ctx, warn.warn_id, 'reason', warn.reason)) === words;
  if (!isSame) throw alreadyVerified(warn);
  return { caseId: warn.case_id ?? undefined };
}

/** Adds the report and the verdict to the case, and raises its level. */
async function addVerdictSteps(
  tx: Tx,
  ctx: OrgContext,
  warn: StoredWarn,
  joined: { case_id: string; crisis_level: number },
  { level, words }: { level: number; words: string },
): Promise<void> {
  const { warn_id: warnId } = warn;
  const caseId = joined.case_id;
  const content = await decryptWarnText(inTransaction(ctx, tx), warnId, 'warn_content', warn.warn_content);
  const { reporter_id: authorId, reported_at: at } = warn;
  await addStep(tx, ctx, { caseId, kind: 'report', warnId, content, authorId, at });
  await addStep(tx, ctx, { caseId, kind: 'verify', warnId, content: words, level });
  await raiseLevel(tx, ctx, joined, level, warnId);
}

/**
 * Records the verdict on a locked warning. A valid warning joins the student's open case or opens one; an invalid one
 * does not. A drill ends with its verdict.
 *
 * @throws AppError PSY_CONFLICT when the warning has a different verdict or a verdict of another user
 */
export async function verifyWarning(
  tx: Tx,
  ctx: OrgContext,
  warn: StoredWarn,
  { validStatus, level, reason, fileIds }: Verdict,
): Promise<{ caseId: string | undefined }> {
  const {
    actor: { orgId },
    caller: { userId },
    services,
    services: { keys },
  } = ctx;
  const { warn_id: warnId, child_id: childId, reporter_id: reporterId } = warn;
  const words = reason.trim();
  if (warn.valid_status !== VALID_STATUS.pending)
    return requireSameVerdict(inTransaction(ctx, tx), warn, { validStatus, level, words });
  const at = now(ctx);
  const joined = level === undefined || warn.drill ? undefined : await joinCase(tx, ctx, childId, level);
  const caseId = joined?.case_id;
  await tx.run(
    store.updateWarn(orgId, warnId, {
      valid_status: validStatus,
      crisis_level: level ?? null,
      case_id: caseId ?? null,
      verified_by: userId,
      verified_at: at,
      reason:
        words === '' ? null : await keys.within(tx).encryptText(orgId, words, warnFieldLocation(warnId, 'reason')),
      ...(warn.acknowledged_at === null && { acknowledged_by: userId, acknowledged_at: at }),
    }),
  );
  const attached = await setAttachments(tx, ctx, { entity: WARN_ENTITY, id: warnId }, MEDIA_FOR, fileIds);
  if (joined && level !== undefined) await addVerdictSteps(tx, ctx, warn, joined, { level, words });
  await stopEscalation(tx, ctx, warnId, 'verified');
  if (reporterId !== userId && reporterId !== SYSTEM)
    await notify(tx, services, orgId, [reporterId], { kind: 'settled', subject: { type: 'warn', id: warnId } });
  await audit(tx, ctx, {
    act: 'verify',
    resource: 'warn',
    rowId: warnId,
    rowLabel: warn.child_name,
    after: {
      valid_status: validStatus,
      ...(level !== undefined && { crisis_level: level }),
      text_length: [...words].length,
      ...attached,
    },
  });
  return { caseId };
}

/** Keeps the former verdict with its files, and amends the step of the case. */
async function keepFormerVerdict(
  tx: Tx,
  ctx: OrgContext,
  warn: StoredWarn,
  changed: { before: string; files: readonly string[]; words: string; level: number | undefined },
): Promise<void> {
  const { orgId } = ctx.actor;
  const { warn_id: warnId, case_id: caseId } = warn;
  const { words, level } = changed;
  const [was] = caseId === null ? [] : await tx.run(cases.verdictStep(orgId, warnId));
  await keepVerdict(tx, ctx, warnId, {
    version: warn.version,
    level: warn.crisis_level ?? undefined,
    reason: changed.before,
    fileIds: changed.files,
    stepId: was?.step_id,
  });
  if (caseId === null || level === undefined) return;
  await addStep(tx, ctx, { caseId, kind: 'verify', warnId, content: words, level, amends: was?.step_id });
  const [open] = await tx.run(cases.lockOpenCase(orgId, warn.child_id));
  if (open?.case_id === caseId) await raiseLevel(tx, ctx, open, level, warnId);
}

/**
 * Changes a verdict of the caller: level, reason, files. The former verdict is kept with its files, and as a step of
 * the case.
 *
 * @param version version of the warning that the caller read, if known
 * @throws AppError PSY_CONFLICT; AC_FORBIDDEN when there is no verdict or it belongs to another user
 */
export async function changeVerdict(
  tx: Tx,
  ctx: OrgContext,
  warn: StoredWarn,
  {
    level: wanted,
    reason,
    fileIds,
    version,
  }: {
    level: number | null | undefined;
    reason: string | undefined;
    fileIds: readonly string[] | undefined;
    version: number | undefined;
  },
): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { keys },
  } = ctx;
  const { warn_id: warnId } = warn;
  if (warn.verified_by !== userId) throw new AppError('AC_FORBIDDEN', { message: '仅核实该预警的教师可修改核实结果' });
  if (version !== undefined && warn.version !== version)
    throw new AppError('PSY_CONFLICT', { message: '这条预警刚刚在别处保存过，请刷新后重试' });
  const level = warn.valid_status === VALID_STATUS.valid ? (wanted ?? warn.crisis_level ?? undefined) : undefined;
  const before =
    warn.reason === null ? '' : await decryptWarnText(inTransaction(ctx, tx), warnId, 'reason', warn.reason);
  const words = reason === undefined ? before : reason.trim();
  const files = (await tx.run(attachedTo(orgId, WARN_ENTITY, [warnId]))).map(({ file_id }) => file_id);
  const attached =
    fileIds === undefined
      ? {}
      : await setAttachments(tx, ctx, { entity: WARN_ENTITY, id: warnId }, MEDIA_FOR, fileIds, 'kept');
  await tx.run(
    store.updateWarn(orgId, warnId, {
      crisis_level: level ?? null,
      reason:
        words === '' ? null : await keys.within(tx).encryptText(orgId, words, warnFieldLocation(warnId, 'reason')),
    }),
  );
  if (words === before && level === (warn.crisis_level ?? undefined) && Object.keys(attached).length === 0) return;
  await keepFormerVerdict(tx, ctx, warn, { before, files, words, level });
  await audit(tx, ctx, {
    act: 'update',
    resource: 'warn',
    rowId: warnId,
    rowLabel: warn.child_name,
    before: { crisis_level: warn.crisis_level, text_length: [...before].length },
    after: { crisis_level: level ?? null, text_length: [...words].length, ...attached },
  });
}
