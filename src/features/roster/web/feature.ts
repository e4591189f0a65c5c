import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';

export const roster: WebFeature = {
  name: 'roster',
  texts: { page },
  notices: { roster: { open: { area: 'org-manage/roster', run: (_, go) => go('/org-manage/roster') } } },
  pages: [
    {
      key: 'roster',
      path: '/org-manage/roster',
      area: 'org-manage/roster',
      parent: 'orgManage',
      tab: true,
      order: 70,
      icon: async () => (await import('./icons.ts')).icons.interaction,
      load: async () => (await import('./RosterPage.tsx')).RosterPage,
    },
  ],
};
