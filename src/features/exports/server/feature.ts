import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { clearingOfExports } from './clear-exports.ts';
import { exportsHandlers } from './handlers.ts';
import { exportTask } from './tasks.ts';

export const exportTasks: ServerFeature = {
  name: 'exports',
  contract: [contract],
  handlers: exportsHandlers,
  taskReader: exportTask,
  jobs: [clearingOfExports],
};
