import { ENROLLED } from '../../../platform/identity/identity.ts';

/** Values of `study_status` (`spec §3`). */
export const STUDY = { enrolled: ENROLLED, suspended: 2, left: 3, graduated: 4 } as const;

/**
 * Allowed changes. Leaving and graduation can be undone, because both happen by mistake; only attending students
 * graduate.
 */
const NEXT: Readonly<Record<number, readonly number[]>> = {
  [STUDY.enrolled]: [STUDY.suspended, STUDY.left, STUDY.graduated],
  [STUDY.suspended]: [STUDY.enrolled, STUDY.left],
  [STUDY.left]: [STUDY.enrolled],
  [STUDY.graduated]: [STUDY.enrolled],
};

export const mayBecome = (from: number, to: number): boolean => NEXT[from]?.includes(to) ?? false;

/** Whether the student belongs to the school: may change classes and get an account. */
export const isAtSchool = (status: number): boolean => status === STUDY.enrolled || status === STUDY.suspended;
