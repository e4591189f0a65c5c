import { firstRequests } from '../../../platform/crud/web/first-requests.ts';
import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';

export const groups: WebFeature = {
  name: 'groups',
  texts: { page },
  pages: [
    {
      key: 'customGroup',
      path: '/org-manage/custom-group',
      area: 'org-manage/custom-group',
      parent: 'orgManage',
      tab: true,
      order: 40,
      icon: async () => (await import('./icons.ts')).icons.usergroupAdd,
      lists: { 'custom-group': '' },
      requests: firstRequests('custom-group', '/v1/portal/custom_groups'),
      load: async () => (await import('./GroupPage.tsx')).GroupPage,
    },
  ],
};
