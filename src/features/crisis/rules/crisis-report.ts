import { REFERRAL_CLOSED, SOURCE_TYPE } from './crisis.ts';

/** Between preset descriptions: the full-width semicolon (`spec §3`, crisis report payload). */
const SEPARATOR = '；';

/** What the problem is: one category of risk, and either some of its preset descriptions or a text of one's own. */
export interface Description {
  categoryId: string | undefined;
  ticked: readonly string[];
  isOther: boolean;
  text: string;
}

export const NO_DESCRIPTION: Description = { categoryId: undefined, ticked: [], isOther: false, text: '' };

/**
 * Another category has other templates: what was ticked or written is gone (`spec §4`). Where it has none, only a text
 * is left to give.
 */
export const chooseCategory = (categoryId: string, templates: readonly string[]): Description => ({
  ...NO_DESCRIPTION,
  categoryId,
  isOther: templates.length === 0,
});

/**
 * Ticking turns 'other' off and clears its text; taking a tick away leaves it alone, since there is none then (`spec
 * §4`).
 */
export const tick = (now: Description, ticked: readonly string[]): Description => ({
  ...now,
  ticked,
  ...(ticked.length > 0 && { isOther: false, text: '' }),
});

/**
 * Turning 'other' on clears the ticks (`spec §4`); its text stays while it is off, in case that was a slip, and is not
 * sent.
 */
export const turnOther = (now: Description, isOther: boolean): Description => ({
  ...now,
  isOther,
  ticked: isOther ? [] : now.ticked,
});

/** Only 'other' has a text. */
export const write = (now: Description, text: string): Description => (now.isOther ? { ...now, text } : now);

/** `warn_content`: the text, or the ticked descriptions joined; empty where nothing is described (`spec §3`). */
export const warnContent = ({ ticked, isOther, text }: Description): string =>
  isOther ? text.trim() : ticked.join(SEPARATOR);

/** A report as far as it is filled in. */
export interface ReportDraft {
  classId: string | undefined;
  /** Chosen before the dialog opened, or in it. */
  childId: string | undefined;
  description: Description;
  /** The consultation that it comes from, where it comes from one. */
  consultingId?: string | undefined;
}

/** A student is one of a class: another class, and nobody is chosen (`spec §4`). */
export const chooseClass = <D extends ReportDraft>(now: D, classId: string | undefined): D => ({
  ...now,
  classId,
  childId: undefined,
});

export type Missing = 'class' | 'student' | 'description';

/**
 * What is still missing, in the order in which it is told (`spec §5`). A student says the class too. Nothing is sent
 * unless this is empty.
 */
export function missingOf({ classId, childId, description }: ReportDraft): Missing[] {
  const noStudent = !childId;
  return [
    ...(noStudent && !classId ? ['class' as const] : []),
    ...(noStudent ? ['student' as const] : []),
    ...(!description.categoryId || warnContent(description) === '' ? ['description' as const] : []),
  ];
}

export interface ReportPayload {
  child_id: string;
  /** One id. */
  category_ids: string[];
  warn_content: string;
  source_type: 1 | 2;
  student_consulting_id: string | null;
}

/** What is sent (`spec §3`); undefined while something is missing. */
export function reportPayload(draft: ReportDraft): ReportPayload | undefined {
  const { childId, consultingId, description } = draft;
  if (missingOf(draft).length > 0 || !childId || description.categoryId === undefined) return undefined;
  return {
    child_id: childId,
    category_ids: [description.categoryId],
    warn_content: warnContent(description),
    source_type: consultingId === undefined ? SOURCE_TYPE.daily : SOURCE_TYPE.consulting,
    student_consulting_id: consultingId ?? null,
  };
}

/** What confirming does (`spec §4`): whoever may verify decides next, and both are sent as one. */
export const afterReport = (mayVerify: boolean): 'verify' | 'send' => (mayVerify ? 'verify' : 'send');

/** Whether a student is being referred at the moment, so that a report is asked about first (`spec §8`). */
export const inReferral = ({
  referral_id,
  referral_statuses = [],
}: {
  referral_id?: string | null | undefined;
  referral_statuses?: readonly number[] | undefined;
}): boolean => Boolean(referral_id) && !referral_statuses.includes(REFERRAL_CLOSED);
