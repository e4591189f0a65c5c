import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { errors } from '../errors.ts';
import { tenantHandlers } from './handlers.ts';

export const tenants: ServerFeature = {
  name: 'tenants',
  contract: [contract],
  handlers: tenantHandlers,
  errors,
};
