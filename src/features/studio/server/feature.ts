import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import * as packageContract from '../package-contract.ts';
import { studioHandlers } from './handlers.ts';

export const studio: ServerFeature = {
  name: 'studio',
  contract: [contract, packageContract],
  handlers: studioHandlers,
};
