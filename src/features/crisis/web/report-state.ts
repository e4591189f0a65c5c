import { isRecord } from '../../../platform/http/web/storage.ts';
import type { KnownFile } from '../../../platform/media/web/use-uploads.ts';
import type { CrisisLevel } from '../../../platform/schema/generated/enums.ts';
import type { WarnDetail } from '../contract/crisis.ts';
import { NO_DESCRIPTION, type ReportDraft } from '../rules/crisis-report.ts';
import { CRISIS_LEVELS, VALID_STATUS } from '../rules/crisis.ts';
import type { ValidStatus } from '../rules/warning-verification.ts';
import type { ReportAsked } from './crisis-dialogs.ts';

/** A report with what the screen shows of it besides. */
export interface ReportState extends ReportDraft {
  childName: string;
  /** It was clear from the beginning who it is about. */
  preset: boolean;
}

/** A verdict as it is kept on the device: files are at the server already. */
export interface KeptVerdict {
  validStatus: ValidStatus;
  level: CrisisLevel | undefined;
  reason: string;
  files: readonly KnownFile[];
}

/** A verdict on a warning, as it is kept on the device. */
export interface KeptDecision {
  warnId: string;
  verdict: KeptVerdict;
}

/** A report as it is kept on the device. */
export interface KeptReport {
  report: ReportState;
  verdict: KeptVerdict;
  /** It was sent and nobody answered: it may be there. */
  maybeThere?: boolean;
}

export const NO_VERDICT: KeptVerdict = { validStatus: VALID_STATUS.valid, level: undefined, reason: '', files: [] };

export const begunReport = ({ student, consultingId }: ReportAsked): KeptReport => ({
  report: {
    classId: undefined,
    childId: student?.child_id,
    childName: student?.child_name ?? '',
    preset: student !== undefined,
    description: NO_DESCRIPTION,
    consultingId,
  },
  verdict: NO_VERDICT,
});

/** Only this code writes them, under a key that nobody else has. */
export const isKeptReport = (value: unknown): value is KeptReport =>
  isRecord(value) && isRecord(value['report']) && isRecord(value['verdict']);
export const isKeptDecision = (value: unknown): value is KeptDecision =>
  isRecord(value) && typeof value['warnId'] === 'string' && isRecord(value['verdict']);

/** What was decided on a warning, to be changed; a new one begins as valid, and its level is for a person to choose. */
export const decidedOf = ({ valid_status, crisis_level, reason = '', attachments }: WarnDetail): KeptVerdict => ({
  validStatus: valid_status === VALID_STATUS.invalid ? VALID_STATUS.invalid : VALID_STATUS.valid,
  level: CRISIS_LEVELS.find((each) => each === crisis_level),
  reason,
  files: attachments,
});
