import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { expiringJob } from './expire-packages.ts';
import { transferHandlers } from './handlers.ts';
import { answerJob, arrivalJob, recallJob } from './inform.ts';

/** Packages of students who change schools. */
export const transfers: ServerFeature = {
  name: 'transfers',
  contract: [contract],
  handlers: transferHandlers,
  demo: () => import('./demo.ts'),
  jobs: [arrivalJob, recallJob, answerJob, expiringJob],
};
