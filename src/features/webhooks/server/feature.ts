import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { clearDeliveries, deliveryJob } from './deliver.ts';
import { webhookHandlers } from './handlers.ts';
import { insertHappenings } from './queries.ts';

export const webhooks: ServerFeature = {
  name: 'webhooks',
  contract: [contract],
  handlers: webhookHandlers,
  eventWriter: (orgId, happenings, at) => [insertHappenings(orgId, happenings, at)],
  jobs: [deliveryJob, clearDeliveries],
};
