import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { splitArticle } from '../../features/help/split-article.ts';

/**
 * An article of the help centre as two modules: `x.md?head` is what it declares, `x.md?text` its text. Every page needs
 * the heads, because its “?” asks whether an article is about it.
 */
export const articleParts: Plugin = {
  name: 'article-parts',
  enforce: 'pre',
  async load(id) {
    const [, file, part] = /^(.+\.md)\?(head|text)$/.exec(id) ?? [];
    if (file === undefined) return undefined;
    this.addWatchFile(file);
    const parts = splitArticle(file, await readFile(file, 'utf8'));
    return `export default ${JSON.stringify(part === 'head' ? parts.head : parts.text)}`;
  },
};
