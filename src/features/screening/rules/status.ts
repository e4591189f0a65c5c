/** Answers that were given inside the window are accepted for this long after it. */
export const GRACE_MS = 24 * 3_600_000;

/** In the order of a sheet's life (`api.md`, screening). */
export const SHEET_STATUS = ['waiting_consent', 'planned', 'open', 'submitted', 'scored', 'closed'] as const;
export type SheetStatus = (typeof SHEET_STATUS)[number];

/** What the status of a sheet depends on; times are ISO texts. */
export interface SheetFacts {
  /** The stored status of the screening. */
  exam_status: string;
  starts_at: string | null;
  ends_at: string | null;
  needs_consent: boolean;
  consented_at: string | null;
  withdrawn_at: string | null;
  submitted_at: string | null;
  scored_at: string | null;
}

/**
 * The status of a sheet at a time. A sheet stays open for 24 hours after the window, for answers that were given inside
 * it.
 *
 * @param now Milliseconds
 */
export function sheetStatus(sheet: SheetFacts, now: number): SheetStatus {
  const { exam_status, starts_at, ends_at, needs_consent, consented_at, withdrawn_at, submitted_at, scored_at } = sheet;
  if (withdrawn_at !== null) return 'closed';
  if (submitted_at !== null) return scored_at === null ? 'submitted' : 'scored';
  if (exam_status !== 'published' || starts_at === null || ends_at === null) return 'closed';
  if (now > Date.parse(ends_at) + GRACE_MS) return 'closed';
  if (needs_consent && consented_at === null) return 'waiting_consent';
  return now < Date.parse(starts_at) ? 'planned' : 'open';
}
