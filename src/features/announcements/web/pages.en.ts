import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  announcements: { title: 'Announcements', about: 'Announcements and articles addressed to you' },
  announcement: { title: 'Announcement', about: 'The text of an announcement' },
  article: { title: 'Article', about: 'An article about mental health' },
  announcementManage: {
    title: 'Manage announcements',
    about: 'Write announcements and articles, publish and withdraw them, see who has read them',
  },
  announcementEdit: { title: 'Write', about: 'Write an announcement or an article' },
};
