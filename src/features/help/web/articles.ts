import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { ancestorsOf } from '../../../platform/pages/web/pages.ts';
import { parseArticle, type Article } from './front-matter.ts';

const heads = import.meta.glob<string>('./articles/*.md', { query: '?head', import: 'default', eager: true });

/** The key of an article from the path of its file. */
export const keyOf = (path: string): string => path.replace(/^.*\/|\.md$/g, '');

/** Every article, in the order of their topics' lists. */
export const articles: readonly Article[] = Object.entries(heads)
  .map(([path, head]) => parseArticle(keyOf(path), head))
  .toSorted((a, b) => a.order - b.order);

/** Articles about a page; if it has none, those about the page that it belongs to. */
export function articlesAbout(among: readonly Article[], page: PageEntry): readonly Article[] {
  const places = [page, ...ancestorsOf(page).toReversed()];
  return (
    places.map(({ key }) => among.filter(({ pages }) => pages.includes(key))).find((some) => some.length > 0) ?? []
  );
}
