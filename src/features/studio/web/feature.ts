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
    {
      key: 'layers',
      path: '/schema-layers',
      area: 'schema-layer',
      group: 'settings',
      order: 61,
      icon: async () => (await import('./icons.ts')).icons.layers,
      load: async () => (await import('./layers/LayersPage.tsx')).LayersPage,
    },
  ],
};
