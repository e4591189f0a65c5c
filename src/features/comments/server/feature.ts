import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { commentPart } from './archive-part.ts';
import { mayReadComment } from './comments.ts';
import { commentsHandlers } from './handlers.ts';
import { commentsCard } from './home-card.ts';

export const comments: ServerFeature = {
  name: 'comments',
  archive: [commentPart],
  contract: [contract],
  handlers: commentsHandlers,
  homeCards: [commentsCard],
  mediaReaders: { comment: mayReadComment },
};
