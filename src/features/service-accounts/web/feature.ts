import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { KEY_LOGIN } from '../../../platform/pages/web/route-guard.ts';
import { errors } from '../errors.ts';
import { page } from './pages.zh.ts';

export const serviceAccounts: WebFeature = {
  name: 'service-accounts',
  errors,
  texts: { page },
  publicPages: [{ path: KEY_LOGIN, load: async () => (await import('./KeyLoginPage.tsx')).KeyLoginPage }],
  pages: [
    {
      key: 'serviceAccounts',
      path: '/service-account',
      area: 'service-account',
      group: 'settings',
      order: 80,
      icon: async () => (await import('./icons.ts')).icons.api,
      load: async () => (await import('./ServiceAccountsPage.tsx')).ServiceAccountsPage,
    },
  ],
};
