import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const account: WebFeature = {
  name: 'account',
  pages: [
    {
      key: 'account',
      path: '/account-seeting',
      load: async () => (await import('./AccountPage.tsx')).AccountPage,
    },
  ],
};
