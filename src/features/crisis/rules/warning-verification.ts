import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import type { CrisisLevel } from '../../../platform/schema/generated/enums.ts';
import type { ReportPayload } from './crisis-report.ts';
import { VALID_STATUS } from './crisis.ts';

/** Verdicts on a warning (`spec §3`). */
export type ValidStatus = typeof VALID_STATUS.valid | typeof VALID_STATUS.invalid;

/** A verdict that may be incomplete. */
export interface Verdict {
  /** Undefined until it is chosen: nothing is preselected. */
  validStatus: ValidStatus | undefined;
  level: CrisisLevel | undefined;
  reason: string;
  fileIds: readonly string[];
}

/** A valid warning needs a level; an invalid one has none (`spec §2`, warning verification). */
export const needsLevel = (validStatus: ValidStatus | undefined): boolean => validStatus === VALID_STATUS.valid;

export type VerdictProblem = 'verdict' | 'level' | 'tooLong';

/** First reason why a verdict cannot be sent (`spec §5`). The reason text is optional. */
export function problemOf({ validStatus, level, reason }: Verdict): VerdictProblem | undefined {
  if (validStatus === undefined) return 'verdict';
  if (needsLevel(validStatus) && level === undefined) return 'level';
  return reason.length > NOTE_MAX ? 'tooLong' : undefined;
}

interface ReasonPayload {
  file_ids: string[];
  reason: string;
}
export type VerifyPayload = ReasonPayload & { valid_status: ValidStatus; crisis_level?: CrisisLevel };
export type CrisisPayload = ReasonPayload & ReportPayload & { crisis_level: CrisisLevel };

/** Wire payload of a verdict with a chosen result (`spec §3`). The level is dropped when none is needed. */
export const verifyPayload = (
  validStatus: ValidStatus,
  { level, reason, fileIds }: Omit<Verdict, 'validStatus'>,
): VerifyPayload => ({
  valid_status: validStatus,
  ...(needsLevel(validStatus) && level !== undefined && { crisis_level: level }),
  file_ids: [...fileIds],
  reason: reason.trim(),
});

/**
 * Payload of a report with its verdict (`spec §3`). `valid_status` is omitted: such a report is always valid.
 *
 * @returns undefined while no level is selected
 */
export const crisisPayload = (report: ReportPayload, { level, reason, fileIds }: Verdict): CrisisPayload | undefined =>
  level === undefined ? undefined : { ...report, crisis_level: level, file_ids: [...fileIds], reason: reason.trim() };

/** What the user may do with a warning: verify it, change their own verdict, or read it. */
export type VerdictMode = 'verify' | 'change' | 'read';

/** Only the author may change a verdict (`spec §6`); the server decides it. */
export function verdictMode({ can_verify, can_edit }: { can_verify: boolean; can_edit: boolean }): VerdictMode {
  if (can_verify) return 'verify';
  return can_edit ? 'change' : 'read';
}

/**
 * Payload for a change of one's own verdict: level, reason and files may change, valid or invalid may not.
 *
 * @param version version of the warning that the user read
 */
export const changePayload = (
  validStatus: ValidStatus,
  verdict: Omit<Verdict, 'validStatus'>,
  version: number,
): ReasonPayload & { crisis_level?: CrisisLevel; version: number } => {
  const { valid_status: _, ...rest } = verifyPayload(validStatus, verdict);
  return { ...rest, version };
};
