import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';
import { securitySetting } from './texts.zh.ts';

export const securitySettings: WebFeature = {
  name: 'security-settings',
  texts: { securitySetting, page },
  pages: [
    {
      key: 'security',
      path: '/security-setting/index',
      area: 'security-setting',
      group: 'settings',
      order: 30,
      icon: 'safety',
      load: async () => (await import('./SecurityPage.tsx')).SecurityPage,
    },
  ],
};
