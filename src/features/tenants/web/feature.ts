import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { errors } from '../errors.ts';

export const tenants: WebFeature = {
  name: 'tenants',
  errors,
};
