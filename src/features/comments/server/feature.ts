import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { mayReadComment } from './comments.ts';
import { commentsHandlers } from './handlers.ts';

export const comments: ServerFeature = {
  name: 'comments',
  contract: [contract],
  handlers: commentsHandlers,
  mediaReaders: { comment: mayReadComment },
};
