import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';

export const home: WebFeature = {
  name: 'home',
  texts: { page },
  pages: [
    {
      key: 'index',
      path: '/index',
      icon: 'home',
      load: async () => (await import('./HomePage.tsx')).HomePage,
    },
  ],
};
