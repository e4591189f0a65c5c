import type { ServerFeature } from '../../../platform/feature/server/feature.ts';

export const screening: ServerFeature = {
  name: 'screening',
};
