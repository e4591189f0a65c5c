import { labelOf } from '../../../platform/schema/labels.ts';
import type { GroupReport, Participation } from '../contract.ts';
import { counted, type Show } from './cells.ts';

/** Exact numbers of students of a class at a screening; without a class, of the students who have none. */
export interface ClassCounts {
  period: number | null;
  grade: number | null;
  class_id: string | null;
  class_name: string | null;
  asked: number;
  submitted: number;
  under_way: number;
  waiting_consent: number;
  incomplete: number;
  withdrawn: number;
}

export const gradeKey = ({ period, grade }: Pick<ClassCounts, 'period' | 'grade'>): string =>
  period === null || grade === null ? '' : `${period}-${grade}`;

export function gradeLabel(key: string): string {
  const [period = '', grade = ''] = key.split('-');
  return key === '' ? '没有年级' : `${labelOf('class_period', period)} ${labelOf('grade', grade)}`;
}

const classKey = ({ class_id }: ClassCounts): string => class_id ?? '';
export const classLabel = ({ class_name }: Pick<ClassCounts, 'class_name'>): string => class_name ?? '没有班级';

/**
 * Numbers of all these classes. Who withdrew is never named, so that number is suppressed where it is small, also for
 * readers of exact numbers.
 */
export function participationOf(rows: readonly ClassCounts[], showWithdrawn: Show): Participation {
  const sum = (of: Exclude<keyof ClassCounts, 'class_id' | 'class_name' | 'period' | 'grade'>) =>
    rows.reduce((all, row) => all + row[of], 0);
  const [asked, submitted, under_way, waiting_consent] = [
    sum('asked'),
    sum('submitted'),
    sum('under_way'),
    sum('waiting_consent'),
  ];
  return {
    asked,
    submitted,
    under_way,
    waiting_consent,
    not_started: asked - submitted - under_way - waiting_consent,
    incomplete: sum('incomplete'),
    ...counted('withdrawn', sum('withdrawn'), showWithdrawn),
  };
}

/** The grades and classes of a screening, in the order of the class tree. */
export const placesOf = (rows: readonly ClassCounts[]): GroupReport['places'] =>
  [...new Set(rows.map(gradeKey))].map((key) => ({
    key,
    label: gradeLabel(key),
    places: rows
      .filter((row) => gradeKey(row) === key && row.class_id !== null)
      .map((row) => ({ key: classKey(row), label: classLabel(row) })),
  }));

/** The parts of a report with their participation: grades, or the classes of a grade. */
export function partsOf(
  rows: readonly ClassCounts[],
  by: 'grade' | 'class',
  showWithdrawn: Show,
): GroupReport['parts'] {
  const keyOf = by === 'grade' ? gradeKey : classKey;
  const labels = new Map(rows.map((row) => [keyOf(row), by === 'grade' ? gradeLabel(keyOf(row)) : classLabel(row)]));
  return {
    by,
    rows: [...labels].map(([key, label]) => {
      const within = rows.filter((row) => keyOf(row) === key);
      return { key, label, ...participationOf(within, showWithdrawn) };
    }),
  };
}
