import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  article: { title: 'Article', about: 'Articles of the platform' },
  announcements: { title: 'Platform announcements', about: 'Notices of the platform' },
  announcement: { title: 'Announcement', about: 'Notices of the platform' },
};
