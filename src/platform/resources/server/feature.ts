import type { ServerFeature } from '../../feature/server/feature.ts';
import * as references from '../contract/references.ts';
import * as reveals from '../contract/reveals.ts';
import { encryptRowsJob } from './encryption-job.ts';
import { referencesHandlers } from './handlers/references.ts';
import { revealsHandlers } from './handlers/reveals.ts';

export const resources: ServerFeature = {
  name: 'resources',
  contract: [references, reveals],
  handlers: [...referencesHandlers, ...revealsHandlers],
  jobs: [encryptRowsJob],
  demo: () => import('./demo.ts'),
};
