import { firstRequests } from '../../../platform/crud/web/first-requests.ts';
import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';
import { log } from './texts.zh.ts';

export const operationLog: WebFeature = {
  name: 'operation-log',
  texts: { log, page },
  pages: [
    {
      key: 'log',
      path: '/operation-log/index',
      area: 'operation-log',
      group: 'settings',
      order: 70,
      icon: async () => (await import('./icons.ts')).icons.history,
      lists: { log: '' },
      requests: firstRequests('log', '/v1/portal/audits/logs/list'),
      load: async () => (await import('./LogPage.tsx')).LogPage,
    },
  ],
};
