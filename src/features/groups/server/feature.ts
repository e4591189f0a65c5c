import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { customGroupsHandlers } from './handlers.ts';
import { customGroupHooks } from './hooks.ts';

export const groups: ServerFeature = {
  name: 'groups',
  contract: [contract],
  handlers: customGroupsHandlers,
  hooks: { 'custom-group': customGroupHooks },
  demo: () => import('./demo.ts'),
};
