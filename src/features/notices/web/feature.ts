import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const notices: WebFeature = {
  name: 'notices',
  ownHome: async () => (await import('./OwnNotices.tsx')).OwnNotices,
};
