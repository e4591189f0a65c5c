import { foldTight, foldWidth } from './fold.ts';

/** The longest name of Chinese characters. */
const HAN_MAX = 8;
/** A name in letters has at most so many words. */
const WORDS_MAX = 4;
const LETTERS_MIN = 4;
const HAN = /\p{Script=Han}+/gu;

/** Everything in a text that may be a name: substrings in characters, words in letters and with digits. */
export interface Candidates {
  han: readonly string[];
  /** Pinyin without spaces, also with the surname at the end; by it the places where it stands. */
  letters: ReadonlyMap<string, readonly { from: number; to: number }[]>;
  /** Numbers and login names. */
  words: ReadonlyMap<string, readonly { from: number; to: number }[]>;
  /** The whole text, folded: for names with other characters. */
  tight: string;
}

type Places = Map<string, { from: number; to: number }[]>;
const add = (map: Places, key: string, place: { from: number; to: number }): void => {
  map.set(key, [...(map.get(key) ?? []), place]);
};

function hanIn(tight: string): string[] {
  const found = new Set<string>();
  for (const [run] of tight.matchAll(HAN))
    for (let from = 0; from < run.length - 1; from++)
      for (let to = from + 2; to <= Math.min(run.length, from + HAN_MAX); to++) found.add(run.slice(from, to));
  return [...found];
}

function lettersIn({ text, from, to }: ReturnType<typeof foldWidth>): Places {
  const places: Places = new Map();
  for (const { 0: run, index } of text.matchAll(/[a-z]+(?:[\s'’-]{1,2}[a-z]+)*/g)) {
    const words = [...run.matchAll(/[a-z]+/g)];
    words.forEach((first, i) => {
      for (const last of words.slice(i, i + WORDS_MAX)) {
        const parts = words.slice(i, words.indexOf(last) + 1).map(([word]) => word);
        const [begin, end] = [index + first.index, index + last.index + last[0].length];
        const place = { from: from[begin] ?? 0, to: to[end - 1] ?? 0 };
        const turned = [...parts.slice(-1), ...parts.slice(0, -1)];
        for (const key of new Set([parts.join(''), turned.join('')]))
          if (key.length >= LETTERS_MIN) add(places, key, place);
      }
    });
  }
  return places;
}

function wordsIn({ text, from, to }: ReturnType<typeof foldWidth>): Places {
  const places: Places = new Map();
  for (const { 0: word, index } of text.matchAll(/[a-z\d][a-z\d._-]*[a-z\d]/g))
    add(places, word, { from: from[index] ?? 0, to: to[index + word.length - 1] ?? 0 });
  return places;
}

export function candidatesIn(text: string): Candidates {
  const [tight, wide] = [foldTight(text).text, foldWidth(text)];
  return { han: hanIn(tight), letters: lettersIn(wide), words: wordsIn(wide), tight };
}
