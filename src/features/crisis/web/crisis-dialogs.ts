import { createStore } from '../../../platform/state/web/store.ts';

/** Input of the crisis report; the student is undefined when the user has to choose one. */
export interface ReportRequest {
  student?: { child_id: string; child_name: string } | undefined;
  /** The consultation that led to the report (`spec §3`, source type 2). */
  consultingId?: string | undefined;
  /** The question to the AI assistant that led to the report; the warning then comes from it. */
  talkId?: string | undefined;
}

export interface VerdictRequest {
  warnId: string;
  /** Called after every attempt to save, because the warning may have changed. */
  onDone?: (() => void) | undefined;
}

export type CrisisDialog = { name: 'report'; request: ReportRequest } | { name: 'verdict'; request: VerdictRequest };

/** The dialog that is open over the portal. The layout renders it, so that any page can open it without importing it. */
export const crisisDialog = createStore<CrisisDialog | undefined>(undefined);

/** Opens the crisis report, for the given student or one to be chosen in the dialog (`spec §2`, overlay screens). */
export const openCrisisReport = (request: ReportRequest = {}): void => crisisDialog.set({ name: 'report', request });

/**
 * Opens the verification of a warning: to verify it, to change the own verdict, or to read it (`spec §2`, overlay
 * screens).
 */
export const openVerification = (warnId: string, onDone?: () => void): void =>
  crisisDialog.set({ name: 'verdict', request: { warnId, onDone } });
