import type { ServerFeature } from '../../feature/server/feature.ts';
import * as preferences from '../contract/preferences.ts';
import * as views from '../contract/views.ts';
import { preferencesHandlers } from './handlers/preferences.ts';
import { viewsHandlers } from './handlers/views.ts';

export const crud: ServerFeature = {
  name: 'crud',
  contract: [preferences, views],
  handlers: [...preferencesHandlers, ...viewsHandlers],
};
