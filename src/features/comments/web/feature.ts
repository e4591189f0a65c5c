import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';
import { comments as texts } from './texts.zh.ts';

export const comments: WebFeature = {
  name: 'comments',
  homeCards: { comments: async () => (await import('./MissingCard.tsx')).MissingCard },
  texts: { comments: texts, page },
  pages: [
    {
      key: 'classComments',
      path: '/student/comments',
      area: 'student/comment/write',
      group: 'work',
      order: 12,
      icon: async () => (await import('./icons.ts')).icons.fileDone,
      load: async () => (await import('./ClassCommentsPage.tsx')).ClassCommentsPage,
    },
    {
      key: 'comment',
      path: '/student/comment/:child_id/:year',
      area: 'student/comment',
      parent: 'student',
      load: async () => (await import('./CommentPage.tsx')).CommentPage,
    },
  ],
  rowActs: {
    student: [
      {
        key: 'comment',
        label: (t) => t('students.acts.comment'),
        order: 45,
        group: (t) => t('students.actGroups.archive'),
        area: 'student/comment',
        act: 'open',
        to: ({ child_id }) => `/student/comment/${String(child_id)}/current`,
      },
    ],
  },
};
