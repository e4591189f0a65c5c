import type { ServerFeature } from '../../feature/server/feature.ts';
import * as contract from '../contract.ts';
import { importsHandlers } from './handlers.ts';
import { importJob } from './import-job.ts';
import { readImportTask } from './task-readers.ts';

export const imports: ServerFeature = {
  name: 'imports',
  contract: [contract],
  handlers: importsHandlers,
  taskReader: readImportTask,
  jobs: [importJob],
};
