import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';

export const webhooks: WebFeature = {
  name: 'webhooks',
  texts: { page },
  pages: [
    {
      key: 'webhooks',
      path: '/webhook',
      area: 'webhook',
      group: 'settings',
      order: 85,
      icon: async () => (await import('./icons.ts')).icons.send,
      load: async () => (await import('./WebhooksPage.tsx')).WebhooksPage,
    },
  ],
  notices: { webhook: { open: { area: 'webhook', run: (_, go) => go('/webhook') } } },
};
