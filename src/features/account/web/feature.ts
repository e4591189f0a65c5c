import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { errors } from '../errors.ts';
import { login } from './login/texts.zh.ts';
import { page } from './pages.zh.ts';

export const account: WebFeature = {
  name: 'account',
  errors,
  texts: { login, page },
  publicPages: [{ path: '/reset-password', load: async () => (await import('./login/ResetPage.tsx')).ResetPage }],
  notices: { account: { open: { area: 'directory', run: (_, go) => go('/account-seeting') } } },
  pages: [
    {
      key: 'account',
      path: '/account-seeting',
      load: async () => (await import('./AccountPage.tsx')).AccountPage,
    },
  ],
};
