import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import { errors } from '../errors.ts';

export const tenants: ServerFeature = {
  name: 'tenants',
  errors,
};
