import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const home: WebFeature = {
  name: 'home',
  pages: [
    {
      key: 'index',
      path: '/index',
      icon: 'home',
      load: async () => (await import('./HomePage.tsx')).HomePage,
    },
  ],
};
