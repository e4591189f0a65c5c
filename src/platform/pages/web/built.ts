import type { PageKey } from '../../feature/web/page.ts';
import { fromFeatures } from '../../feature/web/registry.ts';
import { lazyPage, type LazyPage } from '../../ui/web/lazy-page.ts';
import { allPages } from './pages.ts';

const built = fromFeatures(
  () =>
    new Map<PageKey, LazyPage<object>>(
      allPages().flatMap(({ key, load }) => (load === undefined ? [] : [[key, lazyPage(load)]])),
    ),
);

/** Component of a page; undefined for a planned page. */
export const builtPage = (key: PageKey): LazyPage<object> | undefined => built().get(key);
