import type enums from '../../../../schemas/enums.json';

export const ANNOUNCEMENT_KINDS = ['announcement', 'article'] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];

export const ANNOUNCEMENT_STATES = [
  'draft',
  'scheduled',
  'published',
  'withdrawn',
] as const satisfies readonly (keyof typeof enums.announcement_status)[];
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

export const TITLE_MAX = 100;
export const SUMMARY_MAX = 200;

/** The page of an announcement or article (`spec §2`). */
export const addressOf = (kind: AnnouncementKind, id: string): string =>
  kind === 'article' ? `/article-details/${id}` : `/platform-announcement/details/${id}`;
