import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { archiveHandlers } from './handlers.ts';
import { archivesJob } from './pack-archives.ts';

export const archive: ServerFeature = {
  name: 'archive',
  contract: [contract],
  handlers: archiveHandlers,
  jobs: [archivesJob],
};
