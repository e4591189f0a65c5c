import type { WebFeature } from '../../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';

/** Planned pages of `spec §2`; each shows a placeholder. */
export const coming: WebFeature = {
  name: 'coming',
  texts: { page },
  pages: [
    {
      key: 'article',
      path: '/article-details/:articleId',
      icon: async () => (await import('./icons.ts')).icons.fileText,
    },
    { key: 'announcements', path: '/platform-announcement' },
    { key: 'announcement', path: '/platform-announcement/details/:announcementId', parent: 'announcements' },
  ],
};
