import { DANGER_WORDS, DOUBTS, FILLERS, NEGATIONS, PERSONS, STORIES, type DangerWord } from './danger-words.ts';

/** Without spaces, in one width and case, so that 自 杀 is found too. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\S\n]|[\u200b-\u200f\u2060\ufeff·・*_-]/g, '');

const any = (words: readonly string[]): string => [...words].toSorted((a, b) => b.length - a.length).join('|');

const negated = new RegExp(`(?<!${any(DOUBTS)})(?:${any(NEGATIONS)})(?:${any(FILLERS)})*$`);

interface Rule {
  word: RegExp;
  after: RegExp | undefined;
  before: RegExp | undefined;
}
const ruleOf = ({ words, notAfter, notBefore }: DangerWord): Rule => ({
  word: new RegExp(any(words), 'g'),
  after: notAfter && new RegExp(`(?:${any(notAfter)})$`),
  before: notBefore && new RegExp(`^(?:${any(notBefore)})`),
});
const rules = DANGER_WORDS.map(ruleOf);

/** Titles of works say nothing about a person. */
const withoutTitles = (text: string): string => text.replaceAll(/《[^》]{1,40}》/g, '《》');

const isStory = (sentence: string): boolean =>
  STORIES.some((word) => sentence.includes(word)) && !PERSONS.some((word) => sentence.includes(word));

const hits = (sentence: string, { word, after, before }: Rule): boolean =>
  [...sentence.matchAll(word)].some(({ 0: found, index }) => {
    const [left, right] = [sentence.slice(0, index), sentence.slice(index + found.length)];
    return !(after?.test(left) ?? false) && !(before?.test(right) ?? false) && !negated.test(left);
  });

/**
 * Whether a text speaks of acute danger (`danger-words.ts`). Decided sentence by sentence: a denial in one does not
 * quiet the next.
 */
export const isDanger = (text: string): boolean =>
  withoutTitles(plain(text))
    .split(/[。！？!?；;\n]/)
    .filter((sentence) => !isStory(sentence))
    .some((sentence) => rules.some((rule) => hits(sentence, rule)));
