import { createStore } from '../../../platform/session/web/store.ts';

/** A student that somebody is worried about, where it is clear who. */
export interface ReportAsked {
  student?: { child_id: string; child_name: string } | undefined;
  /** The consultation that the worry comes from (`spec §3`, source type 2). */
  consultingId?: string | undefined;
}

export interface VerdictAsked {
  warnId: string;
  /** The warning is no longer what it was when this was opened. */
  onDone?: (() => void) | undefined;
}

export type CrisisDialog = { name: 'report'; asked: ReportAsked } | { name: 'verdict'; asked: VerdictAsked };

/** The dialog that is open over the portal; the layout shows it, so that every page can open it and none has to know it. */
export const crisisDialog = createStore<CrisisDialog | undefined>(undefined);

/** Opens the crisis report, of this student or of one to be chosen there (`spec §2`, overlay screens). */
export const openCrisisReport = (asked: ReportAsked = {}): void => crisisDialog.set({ name: 'report', asked });

/** Opens the verification of a warning: to decide, to change what one decided, or to read (`spec §2`, overlay screens). */
export const openVerification = (warnId: string, onDone?: () => void): void =>
  crisisDialog.set({ name: 'verdict', asked: { warnId, onDone } });
