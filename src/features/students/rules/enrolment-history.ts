import type { EnrolmentChange } from '../../../platform/schema/generated/enums.ts';
import { STUDY } from './study-status.ts';

/** Class and status of a student from an instant on. */
export interface Enrolment {
  since: string;
  study_status: number;
  class_id?: string | null;
  year_id?: string | null;
}

const BY_STATUS: Readonly<Record<number, EnrolmentChange>> = {
  [STUDY.enrolled]: 'resume',
  [STUDY.suspended]: 'suspend',
  [STUDY.left]: 'leave',
  [STUDY.graduated]: 'graduate',
};

function changeOf(before: Enrolment | undefined, now: Enrolment): EnrolmentChange {
  if (!before) return 'enrol';
  if (before.study_status !== now.study_status) return BY_STATUS[now.study_status] ?? 'switch';
  return before.year_id !== now.year_id ? 'promote' : 'switch';
}

/**
 * History of a student at the school, latest first, each entry with its cause and its end.
 *
 * @param entries oldest first
 */
export const historyOf = <E extends Enrolment>(
  entries: readonly E[],
): (E & { change: EnrolmentChange; until?: string })[] =>
  entries
    .map((entry, i) => ({ ...entry, change: changeOf(entries[i - 1], entry), until: entries[i + 1]?.since }))
    .reverse();
