import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import type { CrisisLevel } from '../../../platform/schema/generated/enums.ts';
import type { ReportPayload } from './crisis-report.ts';
import { VALID_STATUS } from './crisis.ts';

/** Verdicts on a warning (`spec §3`). */
export type ValidStatus = typeof VALID_STATUS.valid | typeof VALID_STATUS.invalid;

/** A verdict as far as it is filled in. */
export interface Verdict {
  validStatus: ValidStatus;
  level: CrisisLevel | undefined;
  reason: string;
  fileIds: readonly string[];
}

/** A level says how grave a case is, and what is no case has none (`spec §2`, warning verification). */
export const needsLevel = (validStatus: ValidStatus): boolean => validStatus === VALID_STATUS.valid;

export type VerdictProblem = 'level' | 'tooLong';

/** What keeps a verdict from being sent, the first thing first (`spec §5`); a reason may be left out. */
export function problemOf({ validStatus, level, reason }: Verdict): VerdictProblem | undefined {
  if (needsLevel(validStatus) && level === undefined) return 'level';
  return reason.length > NOTE_MAX ? 'tooLong' : undefined;
}

interface Grounds {
  file_ids: string[];
  reason: string;
}
export type VerifyPayload = Grounds & { valid_status: ValidStatus; crisis_level?: CrisisLevel };
export type CrisisPayload = Grounds & ReportPayload & { crisis_level: CrisisLevel };

/** What verifying sends (`spec §3`): a level only where one is needed, whatever was chosen before. */
export const verifyPayload = ({ validStatus, level, reason, fileIds }: Verdict): VerifyPayload => ({
  valid_status: validStatus,
  ...(needsLevel(validStatus) && level !== undefined && { crisis_level: level }),
  file_ids: [...fileIds],
  reason: reason.trim(),
});

/**
 * Report and verdict as one (`spec §3`): `valid_status` is dropped, since such a report is valid. @returns undefined
 * while no level is chosen
 */
export const crisisPayload = (report: ReportPayload, { level, reason, fileIds }: Verdict): CrisisPayload | undefined =>
  level === undefined ? undefined : { ...report, crisis_level: level, file_ids: [...fileIds], reason: reason.trim() };

/** What a person may do with a warning: decide, change what they decided, or read. */
export type VerdictMode = 'verify' | 'change' | 'read';

/** A verdict is its owner's alone to change (`spec §6`); the server says whose it is. */
export const verdictMode = ({ can_verify, can_edit }: { can_verify: boolean; can_edit: boolean }): VerdictMode =>
  can_verify ? 'verify' : can_edit ? 'change' : 'read';

/**
 * What changing one's own verdict sends: the verdict itself stays, its level and grounds may be others. @param version
 * of the warning as it was seen
 */
export const changePayload = (
  verdict: Verdict,
  version: number,
): Grounds & { crisis_level?: CrisisLevel; version: number } => {
  const { valid_status: _, ...rest } = verifyPayload(verdict);
  return { ...rest, version };
};
