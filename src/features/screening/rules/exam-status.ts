/** In the order of a screening's life (`exam_status` of `schemas/enums.json`); the clock adds `running` and ends it. */
export type StoredExamStatus = 'draft' | 'published' | 'closed' | 'archived';
export type ExamStatus = StoredExamStatus | 'running';

/** What the status of a screening depends on; times are ISO texts. */
export interface ExamTimes {
  status: StoredExamStatus;
  starts_at: string | null;
  ends_at: string | null;
}

/**
 * The status of a screening at a time; the SQL is `statusAt` of `server/queries/exams.ts`.
 *
 * @param now Milliseconds
 */
export function examStatus({ status, starts_at, ends_at }: ExamTimes, now: number): ExamStatus {
  if (status !== 'published') return status;
  if (ends_at !== null && Date.parse(ends_at) <= now) return 'closed';
  return starts_at !== null && Date.parse(starts_at) <= now ? 'running' : 'published';
}
