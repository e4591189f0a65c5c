import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { login } from './login/texts.zh.ts';

export const account: WebFeature = {
  name: 'account',
  texts: { login },
  pages: [
    {
      key: 'account',
      path: '/account-seeting',
      load: async () => (await import('./AccountPage.tsx')).AccountPage,
    },
  ],
};
