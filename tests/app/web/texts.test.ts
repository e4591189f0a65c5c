import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { features } from '../../../src/app/web/features.ts';
import { en } from '../../../src/app/web/texts/en.ts';
import { zh } from '../../../src/app/web/texts/zh.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';

/** Every text with its key. */
const leaves = (tree: object, at = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' ? [[`${at}${key}`, value] as [string, string]] : leaves(value as object, `${at}${key}.`),
  );

const slots = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

/** Names that stay in Latin letters in Chinese texts. */
const NAMES =
  /\{\{?\w+\}?\}|AI|FHIR R4|OneRoster|PEM|JWK|Ed25519|ECDSA P-256|QQ|OpenID Connect|PKCE|https:[^ ]+|issuer|client_id|scope|preferred_username|CorpID|AgentId|ID|XLSX|CSV|PDF|PNG|JPEG|xlsx|csv|png|jpg|mp3|MB|Excel|Chrome|Edge|Firefox|Safari|360|<\/?\w+>|\d|N/g;

describe('the text catalogues', () => {
  it('hold the same keys', () => {
    expect(
      leaves(en)
        .map(([key]) => key)
        .sort(),
    ).toEqual(
      leaves(zh)
        .map(([key]) => key)
        .sort(),
    );
  });

  it('have the same placeholders, but for measure words, which English has not', () => {
    const english = new Map(leaves(en));
    for (const [key, text] of leaves(zh))
      expect({ key, slots: slots(english.get(key) ?? '') }).toEqual({
        key,
        slots: slots(text).filter((slot) => slot !== 'unit'),
      });
  });

  it('contain no English in Chinese texts', () => {
    expect(
      leaves(zh).filter(([key, text]) => !key.endsWith('Format') && /[A-Za-z]/.test(text.replace(NAMES, ''))),
    ).toEqual([]);
  });

  it('contain no exclamation mark except in messages of the specification', () => {
    expect(
      leaves(zh)
        .filter(([, text]) => /[!！]/.test(text))
        .map(([, text]) => text)
        .sort(),
    ).toEqual(['授权信息创建成功！', '网络错误！', '请求超时！'].sort());
  });

  it('name each entity of the product by the title of its schema', () => {
    const folder = path.join(root, 'schemas/entities');
    const titles = readdirSync(folder).map(
      (file) => (JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as { title: string }).title,
    );
    expect(Object.entries(zh.entity)).toEqual(
      expect.arrayContaining(titles.map((title) => [title, { one: title, many: title }])),
    );
    expect(Object.keys(zh.entity).sort()).toEqual([...new Set(titles)].sort());
    expect(Object.values(en.entity).filter(({ one, many }) => /[^ -~]/.test(one + many))).toEqual([]);
  });

  it('hold the title of each page, given by the feature of the page and by no other', () => {
    for (const { name, pages = [], texts } of features)
      expect({ name, titles: Object.keys(texts?.page ?? {}).sort() }).toEqual({
        name,
        titles: pages.map(({ key }) => key).sort(),
      });
    const keys = features.flatMap(({ pages = [] }) => pages.map(({ key }) => key));
    expect(Object.keys(zh.page).sort()).toEqual(keys.sort());
  });

  it('hold the title of each menu group, given by the feature that adds it and by no other', () => {
    for (const { name, menuGroups = [], texts } of features)
      expect({ name, titles: Object.keys(texts?.menuGroup ?? {}).sort() }).toEqual({
        name,
        titles: menuGroups.map(({ key }) => key).sort(),
      });
    const keys = features.flatMap(({ menuGroups = [] }) => menuGroups.map(({ key }) => key));
    expect(Object.keys(zh.menuGroup).sort()).toEqual(keys.sort());
  });
});
