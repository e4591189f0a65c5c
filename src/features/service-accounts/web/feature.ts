import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { errors } from '../errors.ts';
import { page } from './pages.zh.ts';

export const serviceAccounts: WebFeature = {
  name: 'service-accounts',
  errors,
  texts: { page },
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
