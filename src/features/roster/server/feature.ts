import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import { refuseOtherReach } from '../../exports/server/public.ts';
import * as boxContract from '../box-contract.ts';
import * as contract from '../contract.ts';
import { boxChore } from './box-chore.ts';
import { rosterJob } from './export-roster.ts';
import { rosterHandlers } from './handlers.ts';

export const roster: ServerFeature = {
  name: 'roster',
  contract: [contract, boxContract],
  handlers: rosterHandlers,
  jobs: [rosterJob, boxChore],
  exportRefusals: { roster: refuseOtherReach },
};
