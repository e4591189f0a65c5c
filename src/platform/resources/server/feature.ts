import type { ServerFeature } from '../../feature/server/feature.ts';
import * as prints from '../contract/prints.ts';
import * as references from '../contract/references.ts';
import * as reveals from '../contract/reveals.ts';
import { encryptRowsJob } from './encryption-job.ts';
import { printsHandlers } from './handlers/prints.ts';
import { referencesHandlers } from './handlers/references.ts';
import { revealsHandlers } from './handlers/reveals.ts';
import { keepValuesJob, keptInStepChore } from './keep-values.ts';
import { recomputeJob } from './recomputing.ts';

export const resources: ServerFeature = {
  name: 'resources',
  contract: [prints, references, reveals],
  handlers: [...printsHandlers, ...referencesHandlers, ...revealsHandlers],
  jobs: [encryptRowsJob, keepValuesJob, keptInStepChore, recomputeJob],
  demo: () => import('./demo.ts'),
};
