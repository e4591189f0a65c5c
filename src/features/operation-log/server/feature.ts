import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { logsHandlers } from './handlers.ts';
import { logHooks } from './hooks.ts';

export const operationLog: ServerFeature = {
  name: 'operation-log',
  contract: [contract],
  handlers: logsHandlers,
  hooks: { log: logHooks },
  demo: () => import('./demo.ts'),
};
