/** Sources of warnings (`warn_source` of `schemas/enums.json`). */
export const WARN_SOURCE = { manual: 1, assessment: 2, smartTalk: 3 } as const;
export type WarnSource = (typeof WARN_SOURCE)[keyof typeof WARN_SOURCE];

/** Verdicts on a warning (`valid_status`; `spec §3`, warning verify payload); 0 means not verified. */
export const VALID_STATUS = { pending: 0, valid: 1, invalid: 2 } as const;

/** Origin of a report: daily life or a consultation with the student (`spec §3`, crisis report payload). */
export const SOURCE_TYPE = { daily: 1, consulting: 2 } as const;

export const CASE_STATUS = { open: 1, closed: 2 } as const;

/** Crisis levels, most urgent first. */
export const CRISIS_LEVELS = [1, 2, 3] as const;
export type Level = (typeof CRISIS_LEVELS)[number];
export const isLevel = (value: unknown): value is Level => CRISIS_LEVELS.some((level) => level === value);

/** Whether a level is more urgent than another; any level is more urgent than none. */
export const isHigher = (level: number, than: number | null | undefined): boolean =>
  than === null || than === undefined || level < than;

/** The page that lists warnings of a source; its access and second-step verification apply to them. */
export function pageOfSource(source: number): string {
  if (source === WARN_SOURCE.assessment) return 'warning/assessment';
  return source === WARN_SOURCE.smartTalk ? 'warning/smart-talk' : 'warning/manual';
}

/** Kinds of steps that a person adds by hand; all others result from an action or a record (`case_step_kind`). */
export const WRITTEN_KINDS = ['note', 'family', 'reassess'] as const;
export type WrittenKind = (typeof WRITTEN_KINDS)[number];

/** Who is informed of a risk that a screening found; recorded before the case is closed (`informed_who`). */
export const INFORMED = ['guardian', 'class_teacher'] as const;
export type Informed = (typeof INFORMED)[number];

/** Whether a case came from a screening. */
export const isFromScreening = (warns: readonly { source: number }[]): boolean =>
  warns.some(({ source }) => source === WARN_SOURCE.assessment);

/** Who of them has not been informed yet. */
export const notInformed = (informed: readonly { who: string }[]): Informed[] =>
  INFORMED.filter((who) => !informed.some((each) => each.who === who));

/** Kinds of steps that count as contact with the student or the family; the first one sets the first contact. */
const CONTACTS: ReadonlySet<string> = new Set([
  'family',
  'interview',
  'consultation',
  'intervention',
  'referral',
  'sandplay',
  'drawing',
  'custom',
]);
export const isContact = (kind: string): boolean => CONTACTS.has(kind);

/** Referral status of a closed referral (`spec §8`). A student whose statuses lack it has an open referral. */
export const REFERRAL_CLOSED = 128;
