import type { ScreenedWarning } from '../../../crisis/server/public.ts';
import type { DemoStudent } from '../../../students/server/public.ts';
import type { Answering, DemoPack } from './answer.ts';
import type { ScreeningRows } from './rows.ts';

export type Sheet = ScreeningRows['exam_sheets'][number];
type Exam = ScreeningRows['exams'][number];
export type SheetRows = Pick<ScreeningRows, 'exam_sheets' | 'exam_results' | 'exam_consents' | 'screening_hits'> & {
  /** For the part of the demo that makes warnings. */
  screened: ScreenedWarning[];
};

/** A student at a screening of the demo. */
export interface Taking {
  exam: Exam;
  packs: readonly DemoPack[];
  student: DemoStudent;
  place: Pick<Sheet, 'class_id' | 'class_name' | 'period' | 'grade'>;
  needsConsent: boolean;
  /** Account of the guardian who consented; a school may also have the consent on paper. */
  consent?: { at: number; guardian?: string | undefined } | undefined;
  /** Absent where the sheet is not started; milliseconds. */
  startedAt?: number | undefined;
  isSubmitted: boolean;
  isHasty: boolean;
  isTroubled: boolean;
  critical?: Answering['critical'];
}
