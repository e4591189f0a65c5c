import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { clearingOfConversations } from './clear-conversations.ts';
import { aiChatHandlers } from './handlers.ts';

export const aiChat: ServerFeature = {
  name: 'ai-chat',
  contract: [contract],
  handlers: aiChatHandlers,
  jobs: [clearingOfConversations],
};
