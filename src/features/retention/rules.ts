import { erasableOn, RETENTION_MAX, RETENTION_YEARS } from '../../platform/access/retention.ts';

/**
 * Kinds of data about students that are kept for a term after the student has left. `record` is everything together:
 * its term is the longest (`security_settings.retention_years`), and no other kind outlives it.
 */
export const RETENTION_KINDS = ['answers', 'screening', 'intervention', 'crisis', 'comment', 'record'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];
/** Kinds with a term of their own. */
export const PART_KINDS = ['answers', 'screening', 'intervention', 'crisis', 'comment'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** Years until each kind goes; answers are the most detailed data and the first that nobody needs any more. */
export const DEFAULT_YEARS: Readonly<Record<PartKind, number>> = {
  answers: 1,
  screening: RETENTION_YEARS,
  intervention: RETENTION_YEARS,
  crisis: RETENTION_YEARS,
  comment: RETENTION_YEARS,
};

/** How long the rows of an approved list can be taken back. */
export const QUARANTINE_DAYS = 30;
/** How far ahead the page looks. */
export const UPCOMING_DAYS = 90;

/** Why a student is not touched. */
export const BLOCKERS = ['hold', 'exam', 'case', 'warn', 'referral', 'quarantine', 'returned', 'changed'] as const;
export type Blocker = (typeof BLOCKERS)[number];

/** `erasure_runs.status` */
export const RUN = { proposed: 1, approved: 2, ended: 3, refused: 4 } as const;
/** `erasure_items.status` */
export const ITEM = { listed: 1, untouched: 2, moving: 3, quarantined: 4, restored: 5, erased: 6 } as const;

export type Terms = Readonly<Record<RetentionKind, number>>;

/** The terms in force. @param own Terms that the school has set @param record The term of the whole record */
export function termsOf(own: Readonly<Partial<Record<string, number>>>, record: number): Terms {
  const term = (kind: PartKind) => Math.min(own[kind] ?? DEFAULT_YEARS[kind], record);
  const [intervention, crisis] = [term('intervention'), term('crisis')];
  return {
    answers: term('answers'),
    screening: term('screening'),
    intervention,
    // Interventions belong to cases: a case stays as long as they do.
    crisis: Math.max(crisis, intervention),
    comment: term('comment'),
    record: Math.min(record, RETENTION_MAX),
  };
}

/** When each kind of a student who has left falls due. @param leftOn `YYYY-MM-DD` */
export const dueDays = (terms: Terms, leftOn: string): Readonly<Record<RetentionKind, string>> => ({
  answers: erasableOn(leftOn, terms.answers),
  screening: erasableOn(leftOn, terms.screening),
  intervention: erasableOn(leftOn, terms.intervention),
  crisis: erasableOn(leftOn, terms.crisis),
  comment: erasableOn(leftOn, terms.comment),
  record: erasableOn(leftOn, terms.record),
});

/** Kinds of a student that are due on a day and of which there is something; the record alone where it is due. */
export function kindsDue(
  days: Readonly<Record<RetentionKind, string>>,
  counts: Readonly<Partial<Record<RetentionKind, number>>>,
  on: string,
): RetentionKind[] {
  if (days.record <= on) return ['record'];
  return PART_KINDS.filter((kind) => days[kind] <= on && (counts[kind] ?? 0) > 0);
}

/** Tables of each kind; what depends on their rows goes with them. */
export const TABLES: Readonly<Record<PartKind, readonly string[]>> = {
  answers: ['exam_answers'],
  screening: ['exam_sheets', 'exam_totals', 'exam_consents', 'talk_requests'],
  intervention: [
    'interventions',
    'interviews',
    'consultations',
    'referrals',
    'follow_ups',
    'sandplays',
    'drawings',
    'custom_interventions',
  ],
  crisis: ['crisis_cases', 'warns', 'concern_levels', 'safety_plans'],
  comment: ['comments', 'comment_drafts'],
};
