import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';

export const sites: WebFeature = {
  name: 'sites',
  texts: { page },
  pages: [
    {
      key: 'site',
      path: '/site-setting/index',
      area: 'site-setting',
      group: 'settings',
      order: 50,
      icon: async () => (await import('./icons.ts')).icons.global,
      load: async () => (await import('./SitePage.tsx')).SitePage,
    },
  ],
};
