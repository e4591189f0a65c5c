import { OWN_AREA, OWN_PATH } from '../../schema/own-resource.ts';
import { resourceEndpoints } from './resource.ts';

/**
 * The calls of every resource that only one tenant has: one address for all, since the product does not know them.
 * Others than that tenant get 404.
 */
export const ownResourceCalls = resourceEndpoints({
  name: 'own-resource',
  title: '本校自己的资源',
  path: `${OWN_PATH}/:entity`,
  param: 'entity',
  area: OWN_AREA,
  acts: [],
});
