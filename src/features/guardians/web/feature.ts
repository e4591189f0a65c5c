import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const guardians: WebFeature = {
  name: 'guardians',
  pages: [
    {
      key: 'guardian',
      path: '/org-manage/guardian',
      area: 'org-manage/guardian',
      parent: 'orgManage',
      tab: true,
      order: 30,
      icon: 'user',
      load: async () => (await import('./GuardianPage.tsx')).GuardianPage,
    },
  ],
};
