import { ENROLLED } from '../../../platform/access/identity.ts';

/** Values of `study_status` (`spec §3`). */
export const STUDY = { enrolled: ENROLLED, suspended: 2, left: 3, graduated: 4 } as const;

/**
 * Which status may follow which. Whoever has left or graduated can be taken back, since both happen by mistake;
 * graduation is for those who attend.
 */
const NEXT: Readonly<Record<number, readonly number[]>> = {
  [STUDY.enrolled]: [STUDY.suspended, STUDY.left, STUDY.graduated],
  [STUDY.suspended]: [STUDY.enrolled, STUDY.left],
  [STUDY.left]: [STUDY.enrolled],
  [STUDY.graduated]: [STUDY.enrolled],
};

export const mayBecome = (from: number, to: number): boolean => NEXT[from]?.includes(to) ?? false;

/** Belongs to the school still: may change classes and be given an account. */
export const isAtSchool = (status: number): boolean => status === STUDY.enrolled || status === STUDY.suspended;
