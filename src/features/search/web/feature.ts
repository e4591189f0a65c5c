import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const search: WebFeature = {
  name: 'search',
  tour: async () => (await import('./tour.ts')).steps,
};
