import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { addressOf } from '../rules/kinds.ts';
import { page } from './pages.zh.ts';

const READING = 'platform-announcement';
const MANAGING = 'platform-announcement/manage';

export const announcements: WebFeature = {
  name: 'announcements',
  texts: { page },
  pages: [
    {
      key: 'announcements',
      path: '/platform-announcement',
      area: READING,
      own: true,
      group: 'work',
      order: 90,
      icon: async () => (await import('./icons.ts')).icons.announcement,
      load: async () => (await import('./AnnouncementsPage.tsx')).AnnouncementsPage,
    },
    {
      key: 'announcement',
      path: '/platform-announcement/details/:announcementId',
      area: READING,
      own: true,
      parent: 'announcements',
      load: async () => (await import('./AnnouncementPage.tsx')).AnnouncementPage,
    },
    {
      key: 'article',
      path: '/article-details/:articleId',
      area: READING,
      own: true,
      parent: 'announcements',
      icon: async () => (await import('./icons.ts')).icons.article,
      load: async () => (await import('./AnnouncementPage.tsx')).ArticlePage,
    },
    {
      key: 'announcementManage',
      path: '/platform-announcement/manage',
      area: MANAGING,
      parent: 'announcements',
      load: async () => (await import('./manage/ManagePage.tsx')).ManagePage,
    },
    {
      key: 'announcementEdit',
      path: '/platform-announcement/edit/:announcementId',
      area: MANAGING,
      parent: 'announcementManage',
      load: async () => (await import('./editor/EditPage.tsx')).EditPage,
    },
  ],
  frameRequests: ['/v1/portal/announcements/banner'],
  ownHome: async () => (await import('./OwnAnnouncements.tsx')).OwnAnnouncements,
  homeCards: { announcements: async () => (await import('./AnnouncementsCard.tsx')).AnnouncementsCard },
  notices: {
    announcement: {
      open: { area: READING, run: (id, go) => go(addressOf('announcement', id)) },
      ownAddress: (id) => addressOf('announcement', id),
    },
    article: {
      open: { area: READING, run: (id, go) => go(addressOf('article', id)) },
      ownAddress: (id) => addressOf('article', id),
    },
  },
};
