import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';
import { stages } from './texts.zh.ts';

export const subscription: WebFeature = {
  name: 'subscription',
  texts: { stages, page },
  pages: [
    {
      key: 'service',
      path: '/service-expiration-description',
      load: async () => (await import('./ServicePage.tsx')).ServicePage,
    },
  ],
  homeLines: [async () => (await import('./ServiceSummary.tsx')).ServiceSummary],
};
