import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as ownContract from '../contract/own.ts';
import { ownHandlers } from './handlers/own.ts';

export const screening: ServerFeature = {
  name: 'screening',
  contract: [ownContract],
  handlers: ownHandlers,
};
