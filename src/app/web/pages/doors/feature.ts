import type { WebFeature } from '../../../../platform/feature/web/feature.ts';

/** Public pages of `spec §2` that belong to no feature. */
export const doors: WebFeature = {
  name: 'doors',
  tour: async () => (await import('./tour.ts')).steps,
  publicPages: [
    { path: '/404', load: async () => (await import('./NotFound.tsx')).NotFound },
    { path: '/IE-under9', load: async () => (await import('./OldBrowser.tsx')).OldBrowser },
    { path: '/proxy', load: async () => (await import('./ProxyPage.tsx')).ProxyPage },
  ],
};
