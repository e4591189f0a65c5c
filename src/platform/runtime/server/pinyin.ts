import { createRequire } from 'node:module';

type Library = typeof import('pinyin-pro');

const load = createRequire(import.meta.url);

/**
 * Without tones, with the readings of surnames, ü written v. The library's dictionary takes megabytes, so it is loaded
 * with the first name.
 */
const syllables = (name: string, nonZh: 'spaced' | 'consecutive'): string[] =>
  (load('pinyin-pro') as Library)
    .pinyin(name, { toneType: 'none', type: 'array', surname: 'head', v: true, nonZh })
    .map((one) => one.toLowerCase());

/** Sort key of a name; letters that are not Chinese stay together. */
export const pinyinOf = (name: string): string => syllables(name, 'consecutive').join(' ');

/** The syllables of a name, in small letters. */
export const syllablesOf = (name: string): string[] => syllables(name, 'spaced');
