import type { ServerFeature } from '../../feature/server/feature.ts';
import { ownResourceCalls } from '../../resources/contract/own-resource.ts';
import * as preferences from '../contract/preferences.ts';
import * as views from '../contract/views.ts';
import { preferencesHandlers } from './handlers/preferences.ts';
import { ownResourceHandlers, resourceCalls, resourceHandlers } from './handlers/resources.ts';
import { schemasHandlers } from './handlers/schemas.ts';
import { viewsHandlers } from './handlers/views.ts';

export const crud: ServerFeature = {
  name: 'crud',
  contract: [ownResourceCalls, preferences, views],
  handlers: [...ownResourceHandlers, ...preferencesHandlers, ...schemasHandlers, ...viewsHandlers],
  fromSchemas: (core, registry) => ({ declared: resourceCalls(core), handlers: resourceHandlers(core, registry) }),
};
