import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { secondaryHandlers } from './handlers.ts';

export const verification: ServerFeature = {
  name: 'verification',
  contract: [contract],
  handlers: secondaryHandlers,
};
