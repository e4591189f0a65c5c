import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { securityHandlers } from './handlers.ts';

export const securitySettings: ServerFeature = {
  name: 'security-settings',
  contract: [contract],
  handlers: securityHandlers,
};
