import { includesTyped } from '../../../platform/ui/web/fields/includes-typed.ts';
import { articles, keyOf } from './articles.ts';
import type { Article } from './front-matter.ts';

// The texts of all articles, because the search reads them; pages load this module when a person asks for help.
const files = import.meta.glob<string>('./articles/*.md', { query: '?text', import: 'default', eager: true });
const texts = new Map(Object.entries(files).map(([path, text]) => [keyOf(path), text]));

/** The text of an article, as Markdown. */
export const textOf = ({ key }: Article): string => texts.get(key) ?? '';

/** What a reader sees of a text: no marks, no targets of links. */
export const visible = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*#|>`]/g, '');

const searched = new Map(
  articles.map((article) => [
    article.key,
    `${article.title}\n${article.english}\n${article.summary}\n${visible(textOf(article))}`,
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
