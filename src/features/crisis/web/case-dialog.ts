import type { CaseDetail, CaseStep } from '../contract/cases.ts';

/** The dialogs of the page of a case. */
export type CaseDialogName =
  | 'step'
  | 'level'
  | 'close'
  | 'inform'
  | 'assign'
  | 'next'
  | 'complete'
  | 'contact'
  | 'plan';
export interface OpenDialog {
  name: CaseDialogName;
  /** The step to amend, of the dialog `step`. */
  amends?: CaseStep | undefined;
}

export interface CaseDialogProps {
  value: CaseDetail;
  onClose: () => void;
  onDone: () => void;
  /** Called on a conflict (409): another user changed the case first. */
  onConflict: () => void;
}
