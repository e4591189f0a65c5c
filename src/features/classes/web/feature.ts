import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const classes: WebFeature = {
  name: 'classes',
  pages: [
    {
      key: 'class',
      path: '/org-manage/class',
      area: 'org-manage/class',
      parent: 'orgManage',
      tab: true,
      order: 20,
      icon: 'team',
      load: async () => (await import('./ClassPage.tsx')).ClassPage,
    },
    {
      key: 'faculty',
      path: '/org-manage/faculty',
      area: 'org-manage/faculty',
      parent: 'orgManage',
      tab: true,
      order: 60,
      icon: 'read',
      load: async () => (await import('./FacultyPage.tsx')).FacultyPage,
    },
  ],
};
