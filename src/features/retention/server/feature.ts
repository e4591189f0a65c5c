import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { retentionHandlers } from './handlers.ts';
import { eraseQuarantined } from './runs/erase-due.ts';
import { moveRun } from './runs/move-run.ts';

export const retention: ServerFeature = {
  name: 'retention',
  contract: [contract],
  handlers: retentionHandlers,
  jobs: [moveRun, eraseQuarantined],
};
