import type enums from '../../../schemas/enums.json';

/** Kind of a notice (`notice_kind`); it never names a student. */
export type NoticeKind = keyof typeof enums.notice_kind;

/** Written for students and guardians; the others are for staff. */
export const OWN_KINDS: readonly NoticeKind[] = [
  'exam_open',
  'exam_consent',
  'appointment_cancelled',
  'appointment_moved',
  'login_name_changed',
  'own_announcement',
  'own_article',
];

/** The object of a notice. */
export interface NoticeSubject {
  type:
    | 'warn'
    | 'drill'
    | 'export'
    | 'follow_up'
    | 'exam'
    | 'talk'
    | 'consultation'
    | 'bureau_plan'
    | 'bureau_answer'
    | 'crisis_case'
    | 'library_case'
    | 'library_review'
    | 'transfer'
    | 'transfer_answer'
    | 'account'
    | 'webhook'
    | 'roster'
    | 'announcement'
    | 'article'
    | `row:${string}`;
  id: string;
}
