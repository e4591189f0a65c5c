import type { ServerFeature } from '../../feature/server/feature.ts';
import { schemasHandlers } from './handlers.ts';

export const schemaDocuments: ServerFeature = {
  name: 'schema',
  handlers: schemasHandlers,
};
