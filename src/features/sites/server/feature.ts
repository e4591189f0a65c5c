import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { sitesHandlers } from './handlers.ts';

export const sites: ServerFeature = {
  name: 'sites',
  contract: [contract],
  handlers: sitesHandlers,
};
