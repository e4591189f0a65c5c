import type { WebFeature } from '../../../feature/web/feature.ts';
import { OWN_PAGE } from '../../../schema/own-resource.ts';
import { SHOW } from '../states/show-key.ts';
import { page } from './pages.zh.ts';

/** Resources that only one tenant has: their menu entries come from their schemas. */
export const ownResources: WebFeature = {
  name: 'own-resources',
  texts: { page },
  notices: { row: { open: { area: 'directory', run: (id, go, of) => go(`${OWN_PAGE}/${of}?${SHOW}=${id}`) } } },
  pages: [{ key: 'own', path: `${OWN_PAGE}/:entity`, load: async () => (await import('./OwnPage.tsx')).OwnPage }],
};
