import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { privacyHandlers } from './handlers.ts';
import { recordJob } from './record.ts';

export const privacy: ServerFeature = {
  name: 'privacy',
  contract: [contract],
  handlers: privacyHandlers,
  jobs: [recordJob],
};
