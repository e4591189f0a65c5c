import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';

export const aiChat: WebFeature = {
  name: 'ai-chat',
  texts: { page },
  pages: [
    {
      key: 'ai',
      path: '/ai-chat',
      area: 'ai-chat',
      icon: async () => (await import('./icons.ts')).icons.robot,
      requests: ['/v1/portal/ai_chat/assistant', '/v1/portal/ai_chat/conversations?size=200'],
      load: async () => (await import('./AiChatPage.tsx')).AiChatPage,
    },
  ],
};
