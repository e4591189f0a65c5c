import type { EnrolmentChange } from '../../../platform/schema/generated/enums.ts';
import { STUDY } from './study-status.ts';

/** A class and status that a student has had since a moment. */
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
 * A student's way through the school, the latest first, each entry with what began it and when it ended.
 *
 * @param entries The earliest first
 */
export const historyOf = <E extends Enrolment>(
  entries: readonly E[],
): (E & { change: EnrolmentChange; until?: string })[] =>
  entries
    .map((entry, i) => ({ ...entry, change: changeOf(entries[i - 1], entry), until: entries[i + 1]?.since }))
    .reverse();
