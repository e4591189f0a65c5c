import { createRequire } from 'node:module';

type Library = typeof import('pinyin-pro');

const load = createRequire(import.meta.url);

/**
 * Without tones, surnames read as surnames, ü written v. The library's dictionary takes megabytes and is needed where a
 * name is written: it comes with the first.
 */
const syllables = (name: string, nonZh: 'spaced' | 'consecutive'): string[] =>
  (load('pinyin-pro') as Library)
    .pinyin(name, { toneType: 'none', type: 'array', surname: 'head', v: true, nonZh })
    .map((one) => one.toLowerCase());

/** What lists sort a name by; letters that are not Chinese stay together. */
export const pinyinOf = (name: string): string => syllables(name, 'consecutive').join(' ');

/** The syllables of a name, in small letters. */
export const syllablesOf = (name: string): string[] => syllables(name, 'spaced');
