import type { AlertRule } from '../../rules/alert-rules.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import type { SheetState } from '../../rules/sheet-state.ts';
import type { NewResult, StoredSheet } from '../queries/sheets.ts';

/** A sheet with its new results. */
export interface ScoredSheet {
  sheet: Pick<StoredSheet, 'child_exam_id' | 'exam_id' | 'exam_name' | 'child_id' | 'attempt' | 'duty'>;
  packs: readonly Pack[];
  state: SheetState;
  results: NewResult[];
  /** The alert rules whose conditions hold, the most urgent first. */
  met: AlertRule[];
}
