import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { structureHandlers } from './handlers.ts';

export const structure: ServerFeature = {
  name: 'structure',
  contract: [contract],
  handlers: structureHandlers,
};
