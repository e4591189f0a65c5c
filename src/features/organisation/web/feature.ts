import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';
import { school } from './texts.zh.ts';

export const organisation: WebFeature = {
  name: 'organisation',
  texts: { school, page },
  pages: [
    { key: 'orgManage', path: '/org-manage', area: 'org-manage', group: 'org', order: 10, icon: 'apartment' },
    {
      key: 'school',
      path: '/school-manage/index',
      area: 'school-manage',
      group: 'org',
      order: 40,
      icon: 'bank',
      load: async () => (await import('./SchoolsPage.tsx')).SchoolsPage,
    },
  ],
  controls: { department: async () => (await import('./fields/DepartmentPick.tsx')).DepartmentPick },
};
