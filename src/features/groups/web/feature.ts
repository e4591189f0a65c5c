import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const groups: WebFeature = {
  name: 'groups',
  pages: [
    {
      key: 'customGroup',
      path: '/org-manage/custom-group',
      area: 'org-manage/custom-group',
      parent: 'orgManage',
      tab: true,
      order: 40,
      icon: 'usergroup-add',
      load: async () => (await import('./GroupPage.tsx')).GroupPage,
    },
  ],
};
