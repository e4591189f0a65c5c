import { lazyPage, type LazyPage } from './lazy-page.ts';
import { PAGES, type PageKey } from './pages.ts';

const built = new Map<PageKey, LazyPage<object>>(
  PAGES.flatMap(({ key, load }) => (load === undefined ? [] : [[key, lazyPage(load)]])),
);

/** The page itself; undefined for one that comes later. */
export const builtPage = (key: PageKey): LazyPage<object> | undefined => built.get(key);
