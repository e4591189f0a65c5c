import type { ServerFeature } from '../../feature/server/feature.ts';
import * as ownCalls from '../contract/own-resource.ts';
import * as reveals from '../contract/reveals.ts';
import { ownResourceHandlers, resourceCalls, resourceHandlers } from './handlers/resources.ts';
import { revealsHandlers } from './handlers/reveals.ts';

export const resources: ServerFeature = {
  name: 'resources',
  contract: [ownCalls.ownResourceCalls, reveals],
  handlers: [...ownResourceHandlers, ...revealsHandlers],
  fromSchemas: (core, registry) => ({ declared: resourceCalls(core), handlers: resourceHandlers(core, registry) }),
};
