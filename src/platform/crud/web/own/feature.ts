import type { WebFeature } from '../../../feature/web/feature.ts';
import { OWN_PAGE } from '../../../schema/own-resource.ts';
import { page } from './pages.zh.ts';

/** Resources that only one tenant has: their menu entries come from their schemas. */
export const ownResources: WebFeature = {
  name: 'own-resources',
  texts: { page },
  pages: [{ key: 'own', path: `${OWN_PAGE}/:entity`, load: async () => (await import('./OwnPage.tsx')).OwnPage }],
};
