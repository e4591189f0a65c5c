import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseArticle } from '../../../src/features/help/web/front-matter.ts';
import { AREAS } from '../../../src/platform/access/generated/areas.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';

const folder = path.join(root, 'src/features/help/web/articles');
const files = readdirSync(folder).map((name) => ({
  key: name.replace(/\.md$/, ''),
  file: readFileSync(path.join(folder, name), 'utf8'),
}));
const head = (changed: Record<string, string> = {}) =>
  Object.entries({
    title: '怎样导入',
    english: 'How to import',
    summary: '三步',
    topic: 'school',
    order: '1',
    for: 'staff',
    ...changed,
  })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

describe('an article of the help centre', () => {
  it.each(files)('says at its head what it is about: $key', ({ key, file }) => {
    const article = parseArticle(key, file);
    expect(article.identities.length).toBeGreaterThan(0);
    expect(article.areas.filter((area) => !(AREAS as readonly string[]).includes(area))).toEqual([]);
    // The page shows the title.
    expect(article.text).not.toMatch(/^# /m);
    expect(article.text).not.toMatch(/<\w|!\[/);
  });

  it('has a title of its own', () => {
    const titles = files.map(({ key, file }) => parseArticle(key, file).title);
    expect(new Set(titles).size).toBe(files.length);
  });

  it.each([
    ['without a head', '怎样导入'],
    ['without a title', `---\n${head().replace(/^title.*\n/, '')}\n---\n\n正文`],
    ['with an unknown field', `---\n${head({ roles: '4' })}\n---\n\n正文`],
    ['with an unknown topic', `---\n${head({ topic: 'things' })}\n---\n\n正文`],
    ['for an unknown identity', `---\n${head({ for: 'visitor' })}\n---\n\n正文`],
    ['without a place in its topic', `---\n${head({ order: 'first' })}\n---\n\n正文`],
  ])('is refused %s', (_, file) => {
    expect(() => parseArticle('import', file)).toThrow('import.md');
  });
});
