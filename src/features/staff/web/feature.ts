import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const staff: WebFeature = {
  name: 'staff',
  pages: [
    {
      key: 'teacher',
      path: '/teacher-manage/index',
      area: 'teacher-manage',
      group: 'org',
      order: 20,
      icon: 'solution',
      load: async () => (await import('./TeacherPage.tsx')).TeacherPage,
    },
  ],
};
