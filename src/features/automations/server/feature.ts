import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { clearRuns, datesChore } from './dates.ts';
import { automationEvents } from './events.ts';
import { automationHandlers } from './handlers.ts';
import { runJob } from './run.ts';
import { startOfMove, startOfRows } from './schedule.ts';

export const automations: ServerFeature = {
  name: 'automations',
  contract: [contract],
  events: automationEvents,
  handlers: automationHandlers,
  jobs: [runJob, datesChore, clearRuns],
  created: startOfRows,
  moved: startOfMove,
};
