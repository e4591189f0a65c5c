import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const studio: WebFeature = {
  name: 'studio',
  pages: [
    {
      key: 'studio',
      path: '/schema-studio',
      area: 'schema-studio',
      group: 'settings',
      order: 60,
      icon: 'control',
      load: async () => (await import('./StudioPage.tsx')).StudioPage,
    },
  ],
};
