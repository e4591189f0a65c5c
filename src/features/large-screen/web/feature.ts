import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { errors } from '../errors.ts';
import { SCREEN_PAGE } from '../rules.ts';
import { page } from './pages.zh.ts';

export const largeScreen: WebFeature = {
  name: 'large-screen',
  errors,
  texts: { page },
  publicPages: [{ path: SCREEN_PAGE, load: async () => (await import('./HallPage.tsx')).HallPage }],
  pages: [
    {
      key: 'largeScreen',
      path: '/large-screen',
      area: 'large-screen',
      icon: async () => (await import('./icons.ts')).icons.screen,
      load: async () => (await import('./LargeScreenPage.tsx')).LargeScreenPage,
    },
  ],
};
