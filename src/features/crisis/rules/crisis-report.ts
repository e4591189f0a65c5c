import { REFERRAL_CLOSED, SOURCE_TYPE } from './crisis.ts';

/** Separator of preset descriptions: the full-width semicolon (`spec §3`, crisis report payload). */
const SEPARATOR = '；';

/** Description of the problem: one risk category, with either preset descriptions or a free text. */
export interface Description {
  categoryId: string | undefined;
  ticked: readonly string[];
  isOther: boolean;
  text: string;
}

export const NO_DESCRIPTION: Description = { categoryId: undefined, ticked: [], isOther: false, text: '' };

/**
 * Each category has its own templates, so a change clears the selection and the text (`spec §4`). A category without
 * templates allows a free text only.
 */
export const chooseCategory = (categoryId: string, templates: readonly string[]): Description => ({
  ...NO_DESCRIPTION,
  categoryId,
  isOther: templates.length === 0,
});

/** Selecting a template clears 'other' and its text; deselecting one does not change 'other' (`spec §4`). */
export const tick = (now: Description, ticked: readonly string[]): Description => ({
  ...now,
  ticked,
  ...(ticked.length > 0 && { isOther: false, text: '' }),
});

/**
 * Selecting 'other' clears the templates (`spec §4`). Deselecting it keeps the text, which is not sent, so that a
 * mistake can be undone.
 */
export const toggleOther = (now: Description, isOther: boolean): Description => ({
  ...now,
  isOther,
  ticked: isOther ? [] : now.ticked,
});

/** Ignored unless 'other' is selected. */
export const write = (now: Description, text: string): Description => (now.isOther ? { ...now, text } : now);

/** `warn_content`: the text, or the selected descriptions joined; empty without a description (`spec §3`). */
export const warnContent = ({ ticked, isOther, text }: Description): string =>
  isOther ? text.trim() : ticked.join(SEPARATOR);

/** A report that may be incomplete. */
export interface ReportDraft {
  classId: string | undefined;
  /** Selected in the dialog or before it opened. */
  childId: string | undefined;
  description: Description;
  /** The consultation in which the problem was noticed, if any. */
  consultingId?: string | undefined;
  /** The question to the AI assistant that led to the report, if any. */
  talkId?: string | undefined;
}

/** Clears the student when another class is selected (`spec §4`). */
export const chooseClass = <D extends ReportDraft>(now: D, classId: string | undefined): D => ({
  ...now,
  classId,
  childId: undefined,
});

export type Missing = 'class' | 'student' | 'category' | 'description';

/**
 * Missing fields, in the order in which they are reported (`spec §5`). A selected student implies the class. Nothing is
 * sent unless the list is empty.
 */
export function missingOf({ classId, childId, description }: ReportDraft): Missing[] {
  const noStudent = !childId;
  return [
    ...(noStudent && !classId ? ['class' as const] : []),
    ...(noStudent ? ['student' as const] : []),
    ...(description.categoryId ? [] : ['category' as const]),
    ...(description.categoryId && warnContent(description) === '' ? ['description' as const] : []),
  ];
}

export interface ReportPayload {
  child_id: string;
  /** Contains exactly one id. */
  category_ids: string[];
  warn_content: string;
  source_type: 1 | 2;
  student_consulting_id: string | null;
  talk_id?: string;
}

/** Wire payload of a report (`spec §3`); undefined while a field is missing. */
export function reportPayload(draft: ReportDraft): ReportPayload | undefined {
  const { childId, consultingId, talkId, description } = draft;
  if (missingOf(draft).length > 0 || !childId || description.categoryId === undefined) return undefined;
  return {
    child_id: childId,
    category_ids: [description.categoryId],
    warn_content: warnContent(description),
    source_type: consultingId === undefined ? SOURCE_TYPE.daily : SOURCE_TYPE.consulting,
    student_consulting_id: consultingId ?? null,
    ...(talkId !== undefined && { talk_id: talkId }),
  };
}

/** Effect of confirming (`spec §4`): users who may verify continue with the verdict, and both are sent together. */
export const afterReport = (mayVerify: boolean): 'verify' | 'send' => (mayVerify ? 'verify' : 'send');

/** Whether the student has an open referral, in which case a report needs a confirmation (`spec §8`). */
export const inReferral = ({
  referral_id,
  referral_statuses = [],
}: {
  referral_id?: string | null | undefined;
  referral_statuses?: readonly number[] | undefined;
}): boolean => Boolean(referral_id) && !referral_statuses.includes(REFERRAL_CLOSED);
