import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import { refuseOtherReach } from '../../exports/server/public.ts';
import * as contract from '../contract.ts';
import { rosterJob } from './export-roster.ts';
import { rosterHandlers } from './handlers.ts';

export const roster: ServerFeature = {
  name: 'roster',
  contract: [contract],
  handlers: rosterHandlers,
  jobs: [rosterJob],
  exportRefusals: { roster: refuseOtherReach },
};
