import type { ServerFeature } from '../../feature/server/feature.ts';
import * as contract from '../contract.ts';
import { rightsHandlers } from './handlers.ts';

export const accessRights: ServerFeature = {
  name: 'access',
  contract: [contract],
  handlers: rightsHandlers,
};
