import type { ServerFeature } from '../../feature/server/feature.ts';
import * as reveals from '../contract/reveals.ts';
import { encryptRowsJob } from './encryption-job.ts';
import { revealsHandlers } from './handlers/reveals.ts';

export const resources: ServerFeature = {
  name: 'resources',
  contract: [reveals],
  handlers: revealsHandlers,
  jobs: [encryptRowsJob],
  demo: () => import('./demo.ts'),
};
