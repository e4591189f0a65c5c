import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as erasures from '../contract/erasures.ts';
import * as imports from '../contract/imports.ts';
import * as organisations from '../contract/organisations.ts';
import * as tasks from '../contract/tasks.ts';
import { errors } from '../errors.ts';
import { erasureHandlers } from './handlers/erasures.ts';
import { importHandlers } from './handlers/imports.ts';
import { tenantHandlers } from './handlers/organisations.ts';
import { taskHandlers } from './handlers/tasks.ts';
import { clearingOfTasks } from './tasks/clear-tasks.ts';
import { eraseJob } from './tasks/run-erasure.ts';
import { exportJob } from './tasks/run-export.ts';
import { checkJob, importJob } from './tasks/run-import.ts';

export const tenants: ServerFeature = {
  name: 'tenants',
  contract: [organisations, tasks, erasures, imports],
  handlers: [...tenantHandlers, ...taskHandlers, ...erasureHandlers, ...importHandlers],
  errors,
  jobs: [exportJob, eraseJob, checkJob, importJob, clearingOfTasks],
};
