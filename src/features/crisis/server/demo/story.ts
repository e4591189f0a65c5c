import type { PlanContent } from '../../contract/safety-plans.ts';
import type { CrisisRows } from './rows.ts';

/** How a case of the demo is written down (`first-school.ts`, `schools.ts`). */

/** Rules of screenings and talks that report warnings. */
export const RULES = {
  phq: 'PHQ 总分达到中重度',
  phq9: 'PHQ 第 9 题阳性',
  gad: 'GAD-7 总分达到重度',
  stress: '学业压力量表高分',
  low: '多次流露持续低落',
  hurt: '提到伤害自己的念头',
  bullied: '描述被同学欺负',
} as const;

/** The actor: the suffix of a demo login (`r8`), the student's class teacher, or the system. */
export type Who = 'r4' | 'r5' | 'r8' | 'r12' | 'r14' | 'teacher' | 'system';

export interface WarnStory {
  day: number;
  source: 1 | 2 | 3;
  category: string;
  content: string;
  rule?: string;
  by?: Who;
  level: 1 | 2 | 3;
  hours: number;
  reason: string;
  verifier?: Who;
  /** Columns of a warning that another feature's demo raised. */
  also?: Pick<CrisisRows['warns'][number], 'warn_id' | 'source_ref' | 'suggested_level' | 'verdict_due'>;
}
/** Who is in charge of an open case, what comes next, and the versions of its safety plan, the first one first. */
export interface WorkStory {
  owner: Who;
  next: { inDays: number; text: string };
  plans?: readonly { day: number; by?: Who; content: PlanContent }[];
}
export interface StepStory {
  day: number;
  kind: 'note' | 'family' | 'reassess' | 'level' | 'close';
  by?: Who;
  body: string;
  level?: 1 | 2 | 3;
  restricted?: true;
  /** Replaces the text of the step before it. */
  amends?: true;
  /** How a guardian was contacted, and the result (`informed_how`, `contact_result`). */
  contact?: { how: number; result: number };
}
/**
 * @property student Index among the enrolled students; records exist for 97, 194, 291 and 388 (referrals), 183 and 366
 *   (consultations)
 */
export interface CaseStory {
  student: number;
  ago: number;
  /** The instant of the first warning, in milliseconds, where it is known; `ago` does not count then. */
  at?: number;
  warns: readonly WarnStory[];
  steps: readonly StepStory[];
  work?: WorkStory;
}
