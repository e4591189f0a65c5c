import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const concern: WebFeature = {
  name: 'concern',
  values: { concern_level: async () => (await import('./ConcernValue.tsx')).ConcernValue },
};
