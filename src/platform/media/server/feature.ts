import type { ServerFeature } from '../../feature/server/feature.ts';
import * as contract from '../contract/media.ts';
import { orphans } from './collect.ts';
import { fieldFiles, letGoOfFiles } from './field-files.ts';
import { mediaHandlers } from './handlers/media.ts';
import { rowMediaCalls, rowMediaHandlers } from './handlers/row-media.ts';
import { missingThumbnails } from './make-thumbnail.ts';

export const media: ServerFeature = {
  name: 'media',
  contract: [contract],
  handlers: mediaHandlers,
  fromSchemas: (core, registry) => ({ declared: rowMediaCalls(core), handlers: rowMediaHandlers(core, registry) }),
  jobs: [orphans, missingThumbnails],
  fieldFiles,
  deleted: letGoOfFiles,
};
