/** A text in a simpler form, with the place of each of its characters in the original. */
export interface Folded {
  text: string;
  /** Place in the original where each character begins, and where it ends. */
  from: readonly number[];
  to: readonly number[];
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/;
const SPACE_OR_DOT = /[\s·•・‧∙･.]/;

/** One width, small letters, without tone marks; ü is written v, as in stored pinyin. */
const simpler = (char: string): string =>
  char
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[üǖǘǚǜ]/g, 'v')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');

function fold(text: string, isDropped: (char: string) => boolean): Folded {
  let folded = '';
  const [from, to]: [number[], number[]] = [[], []];
  let at = 0;
  for (const char of text) {
    const end = at + char.length;
    const simple = isDropped(char) ? '' : simpler(char);
    folded += simple;
    for (let i = 0; i < simple.length; i++) {
      from.push(at);
      to.push(end);
    }
    at = end;
  }
  return { text: folded, from, to };
}

/** Widths and cases as one; spaces stay. For numbers, addresses and words of letters. */
export const foldWidth = (text: string): Folded => fold(text, (char) => INVISIBLE.test(char));
/** Without spaces and dots too, so that a name is found however it is spaced. */
export const foldTight = (text: string): Folded =>
  fold(text, (char) => INVISIBLE.test(char) || SPACE_OR_DOT.test(char));

/** The canonical form of a text, by which two occurrences count as the same. */
export const canonical = (text: string): string => foldTight(text).text;
