import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { splitArticle } from '../../../src/features/help/split-article.ts';
import { parseArticle } from '../../../src/features/help/web/front-matter.ts';
import { AREAS } from '../../../src/platform/access/generated/areas.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';

const folder = path.join(root, 'src/features/help/web/articles');
const files = readdirSync(folder).map((name) => ({
  key: name.replace(/\.md$/, ''),
  ...splitArticle(name, readFileSync(path.join(folder, name), 'utf8')),
}));
const headWith = (changed: Record<string, string> = {}) =>
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
  it.each(files)('says at its head what it is about: $key', ({ key, head, text }) => {
    const article = parseArticle(key, head);
    expect(article.identities.length).toBeGreaterThan(0);
    expect(article.areas.filter((area) => !(AREAS as readonly string[]).includes(area))).toEqual([]);
    // The page shows the title.
    expect(text).not.toMatch(/^# /m);
    expect(text).not.toMatch(/<\w|!\[/);
  });

  it('has a title of its own', () => {
    const titles = files.map(({ key, head }) => parseArticle(key, head).title);
    expect(new Set(titles).size).toBe(files.length);
  });

  it.each([
    ['without a title', headWith().replace(/^title.*\n/, '')],
    ['with an unknown field', headWith({ roles: '4' })],
    ['with an unknown topic', headWith({ topic: 'things' })],
    ['for an unknown identity', headWith({ for: 'visitor' })],
    ['without a place in its topic', headWith({ order: 'first' })],
  ])('is refused %s', (_, head) => {
    expect(() => parseArticle('import', head)).toThrow('import.md');
  });

  it.each(['怎样导入', '---\ntitle: 怎样导入\n---\n'])('is refused without a head or a text: %j', (file) => {
    expect(() => splitArticle('import.md', file)).toThrow('import.md');
  });
});
