import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const organisation: WebFeature = {
  name: 'organisation',
  pages: [
    { key: 'orgManage', path: '/org-manage', area: 'org-manage', group: 'org', order: 10, icon: 'apartment' },
    {
      key: 'structure',
      path: '/org-manage/structure',
      area: 'org-manage/structure',
      parent: 'orgManage',
      tab: true,
      order: 50,
      icon: 'apartment',
      load: async () => (await import('./StructurePage.tsx')).StructurePage,
    },
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
};
