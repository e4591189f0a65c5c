import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';
import { applications, stages } from './texts.zh.ts';

export const subscription: WebFeature = {
  name: 'subscription',
  texts: { applications, stages, page },
  pages: [
    {
      key: 'service',
      path: '/service-expiration-description',
      load: async () => (await import('./ServicePage.tsx')).ServicePage,
    },
    {
      key: 'applications',
      path: '/application-center',
      load: async () => (await import('./ApplicationsPage.tsx')).ApplicationsPage,
    },
  ],
  homeLines: [async () => (await import('./ServiceSummary.tsx')).ServiceSummary],
};
