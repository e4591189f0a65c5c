import type { UploadedFile } from '../../../platform/media/web/use-uploads.ts';
import type { CrisisLevel } from '../../../platform/schema/generated/enums.ts';
import { isRecord } from '../../../platform/state/web/storage.ts';
import type { WarnDetail } from '../contract/warnings.ts';
import { NO_DESCRIPTION, type ReportDraft } from '../rules/crisis-report.ts';
import { CRISIS_LEVELS, VALID_STATUS } from '../rules/crisis.ts';
import type { ValidStatus } from '../rules/warning-verification.ts';
import type { ReportRequest } from './crisis-dialogs.ts';

/** A report draft with the values that only the screen needs. */
export interface ReportState extends ReportDraft {
  childName: string;
  /** The student was chosen before the dialog opened. */
  preset: boolean;
}

/** A verdict as stored on the device; its files are already uploaded. */
export interface StoredVerdict {
  validStatus: ValidStatus | undefined;
  level: CrisisLevel | undefined;
  reason: string;
  files: readonly UploadedFile[];
}

/** A verdict with its warning, as stored on the device. */
export interface StoredDecision {
  warnId: string;
  verdict: StoredVerdict;
}

/** A report as stored on the device. */
export interface StoredReport {
  report: ReportState;
  verdict: StoredVerdict;
  /** The report was sent without an answer, so the server may have stored it. */
  maybeThere?: boolean;
}

export const NO_VERDICT: StoredVerdict = { validStatus: VALID_STATUS.valid, level: undefined, reason: '', files: [] };

export const newReport = ({ student, consultingId, talkId }: ReportRequest): StoredReport => ({
  report: {
    classId: undefined,
    childId: student?.child_id,
    childName: student?.child_name ?? '',
    preset: student !== undefined,
    description: NO_DESCRIPTION,
    consultingId,
    talkId,
  },
  verdict: NO_VERDICT,
});

/** A shallow check is enough: only this code writes drafts, and they are encrypted under a key of the account. */
export const isStoredReport = (value: unknown): value is StoredReport =>
  isRecord(value) && isRecord(value['report']) && isRecord(value['verdict']);
export const isStoredDecision = (value: unknown): value is StoredDecision =>
  isRecord(value) && typeof value['warnId'] === 'string' && isRecord(value['verdict']);

/** The saved verdict of a warning as form values; nothing is preselected for a pending one. */
export const verdictOf = ({ valid_status, crisis_level, reason = '', attachments }: WarnDetail): StoredVerdict => ({
  validStatus: [VALID_STATUS.valid, VALID_STATUS.invalid].find((each) => each === valid_status),
  level: CRISIS_LEVELS.find((each) => each === crisis_level),
  reason,
  files: attachments,
});
