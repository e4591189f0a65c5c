import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const sites: WebFeature = {
  name: 'sites',
  pages: [
    {
      key: 'site',
      path: '/site-setting/index',
      area: 'site-setting',
      group: 'settings',
      order: 50,
      icon: 'bank',
      load: async () => (await import('./SitePage.tsx')).SitePage,
    },
  ],
};
