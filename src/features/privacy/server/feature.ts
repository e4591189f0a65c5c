import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { recordJob } from './export-record.ts';
import { privacyHandlers } from './handlers.ts';

export const privacy: ServerFeature = {
  name: 'privacy',
  contract: [contract],
  handlers: privacyHandlers,
  jobs: [recordJob],
};
