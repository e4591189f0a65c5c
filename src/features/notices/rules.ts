import type enums from '../../../schemas/enums.json';

/** What a notice says (`notice_kind`): that something is there, never about whom. */
export type NoticeKind = keyof typeof enums.notice_kind;

/** What a notice is about. */
export interface NoticeSubject {
  type: 'warn' | 'drill' | 'export' | 'follow_up';
  id: string;
}
