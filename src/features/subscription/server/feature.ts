import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { subscriptionHandlers } from './handlers.ts';
import { serviceStages } from './service-stages.ts';

export const subscription: ServerFeature = {
  name: 'subscription',
  contract: [contract],
  handlers: subscriptionHandlers,
  jobs: [serviceStages],
};
