import { codesOf, labelOf } from '../../../../platform/schema/labels.ts';
import { gradesOfPeriod } from '../../../organisation/public.ts';

const ALL_GRADES = [...codesOf('grade')].map(Number);

/** Periods with their grades, as ids of a plan (`3`, `3-7`). */
export const stages = (): { id: string; label: string; grades: { id: string; label: string }[] }[] =>
  [...codesOf('class_period')].map((period) => ({
    id: period,
    label: labelOf('class_period', period),
    grades: gradesOfPeriod(Number(period), null, ALL_GRADES).map((grade) => ({
      id: `${period}-${grade}`,
      label: labelOf('grade', grade),
    })),
  }));

/** Name of a period or of a grade of a period. */
export function stageLabel(id: string): string {
  const [period = '', grade] = id.split('-');
  return grade === undefined ? labelOf('class_period', period) : labelOf('grade', grade);
}

/** Whether a plan for some periods and grades is meant for a grade of a school; all where none are named. */
export const isMeant = (grades: readonly string[], gradeId: string): boolean =>
  grades.length === 0 || grades.includes(gradeId) || grades.includes(gradeId.split('-')[0] ?? '');
