import type enums from '../../../schemas/enums.json';

/** Kind of a notice (`notice_kind`); it never names a student. */
export type NoticeKind = keyof typeof enums.notice_kind;

/** The object of a notice. */
export interface NoticeSubject {
  type: 'warn' | 'drill' | 'export' | 'follow_up' | 'exam' | 'talk';
  id: string;
}
