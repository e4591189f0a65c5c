import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { ancestorsOf } from '../../../platform/pages/web/pages.ts';
import { includesTyped } from '../../../platform/ui/web/fields/includes-typed.ts';
import { parseArticle, type Article } from './front-matter.ts';

// This module is loaded on demand, with the texts of all articles: the search reads them.
const files = import.meta.glob<string>('./articles/*.md', { query: '?raw', import: 'default', eager: true });

/** Every article, in the order of their topics' lists. */
export const articles: readonly Article[] = Object.entries(files)
  .map(([path, file]) => parseArticle(path.replace(/^.*\/|\.md$/g, ''), file))
  .toSorted((a, b) => a.order - b.order);

/** What a reader sees of a text: no marks, no targets of links. */
const visible = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*#|]/g, '');

const searched = new Map(
  articles.map((article) => [
    article.key,
    `${article.title}\n${article.english}\n${article.summary}\n${visible(article.text)}`,
  ]),
);

/** Articles that contain every typed word; those with a word in the title come first. */
export function findArticles(among: readonly Article[], typed: string): readonly Article[] {
  const wanted = typed.trim().split(/\s+/);
  const inTitle = ({ title, english }: Article) => wanted.some((word) => includesTyped(`${title} ${english}`, word));
  return among
    .filter(({ key }) => wanted.every((word) => includesTyped(searched.get(key), word)))
    .toSorted((a, b) => Number(inTitle(b)) - Number(inTitle(a)));
}

/** Articles about a page; if it has none, those about the page that it belongs to. */
export function articlesAbout(among: readonly Article[], page: PageEntry): readonly Article[] {
  const places = [page, ...ancestorsOf(page).toReversed()];
  return (
    places.map(({ key }) => among.filter(({ pages }) => pages.includes(key))).find((some) => some.length > 0) ?? []
  );
}
