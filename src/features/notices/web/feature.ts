import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { MESSAGE_ROUTER } from '../../../platform/pages/web/route-guard.ts';

export const notices: WebFeature = {
  name: 'notices',
  tour: async () => (await import('./tour.ts')).steps,
  publicPages: [
    { path: MESSAGE_ROUTER, load: async () => (await import('./MessageRouterPage.tsx')).MessageRouterPage },
  ],
  ownHome: async () => (await import('./OwnNotices.tsx')).OwnNotices,
};
