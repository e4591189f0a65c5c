import type { WebFeature } from '../../../feature/web/feature.ts';
import { OWN_PAGE } from '../../../schema/own-resource.ts';

/** Resources that only one tenant has: their menu entries come from their schemas. */
export const ownResources: WebFeature = {
  name: 'own-resources',
  pages: [{ key: 'own', path: `${OWN_PAGE}/:entity`, load: async () => (await import('./OwnPage.tsx')).OwnPage }],
};
