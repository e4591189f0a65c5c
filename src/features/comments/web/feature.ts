import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const comments: WebFeature = {
  name: 'comments',
  pages: [
    {
      key: 'comment',
      path: '/student/comment/:child_id/:year',
      area: 'student/comment',
      load: async () => (await import('./CommentPage.tsx')).CommentPage,
    },
  ],
};
