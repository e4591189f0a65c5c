import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { menuGroup, page } from './pages.zh.ts';
import { securitySetting } from './texts.zh.ts';

export const securitySettings: WebFeature = {
  name: 'security-settings',
  texts: { securitySetting, menuGroup, page },
  menuGroups: [{ key: 'settings', order: 30 }],
  pages: [
    {
      key: 'security',
      path: '/security-setting/index',
      area: 'security-setting',
      group: 'settings',
      order: 30,
      icon: async () => (await import('./icons.ts')).icons.safety,
      load: async () => (await import('./SecurityPage.tsx')).SecurityPage,
    },
  ],
};
