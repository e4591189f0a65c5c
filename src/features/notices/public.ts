export type { NoticeKind, NoticeSubject } from './rules.ts';
