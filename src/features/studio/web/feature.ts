import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';

export const studio: WebFeature = {
  name: 'studio',
  texts: { page },
  pages: [
    {
      key: 'studio',
      path: '/schema-studio',
      area: 'schema-studio',
      group: 'settings',
      order: 60,
      icon: async () => (await import('./icons.ts')).icons.control,
      load: async () => (await import('./StudioPage.tsx')).StudioPage,
    },
  ],
};
