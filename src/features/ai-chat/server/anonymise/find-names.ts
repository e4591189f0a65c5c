import type { FoundName } from '../queries/names.ts';
import type { Candidates } from './candidates.ts';
import { foldTight, type Folded } from './fold.ts';
import type { Kind, Span } from './kinds.ts';
import { isOrdinary } from './ordinary-words.ts';
import { AFTER_NAME, BEFORE_NAME } from './person-words.ts';
import { DOUBLE_SURNAMES } from './surnames.ts';

const KIND_OF: Readonly<Record<FoundName['kind'], Kind>> = {
  student: '学生',
  guardian: '家长',
  staff: '教职工',
  class: '班级',
  org: '学校',
  number: '学号',
  login: '账号',
};

/** Each place where a folded text contains another. */
export function* placesOf(
  { text, from, to }: Folded,
  wanted: string,
): Generator<{ from: number; to: number; at: number }> {
  if (wanted === '') return;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1))
    yield { from: from[at] ?? 0, to: to[at + wanted.length - 1] ?? 0, at };
}

/** The given name of a person: without it a name of two characters, or in letters. */
function givenName(name: string): string | undefined {
  if (!/^\p{Script=Han}{3,4}$/u.test(name)) return undefined;
  const isDouble = DOUBLE_SURNAMES.includes(name.slice(0, 2));
  if (name.length === 4) return isDouble ? name.slice(2) : undefined;
  return isDouble ? undefined : name.slice(1);
}

/** Other forms of a school's name: its city, and the usual abbreviation (青禾市第一中学: 青禾一中). */
function formsOfSchool(name: string): string[] {
  const [, city = '', kind = '', rest = ''] = /^(\p{Script=Han}{2,4}?)([市县区])(\p{Script=Han}+)$/u.exec(name) ?? [];
  if (city === '') return [name];
  const [, number = '', level = ''] = /^第?([一二三四五六七八九十]{1,3})(中|小)学$/u.exec(rest) ?? [];
  return [name, `${city}${kind}`, `${city}${rest}`, ...(number === '' ? [] : [`${city}${number}${level}`])];
}

/**
 * Where the names of an organisation stand in a text. A name that is an ordinary word too (高兴, 周一) counts only where
 * its neighbours speak of a person.
 */
export function findNames(text: string, { letters, words: tokens }: Candidates, found: readonly FoundName[]): Span[] {
  const tight = foldTight(text);
  const isPerson = (name: string, at: number): boolean =>
    AFTER_NAME.test(tight.text.slice(at + name.length)) || BEFORE_NAME.test(tight.text.slice(0, at));
  const inText = (form: string, kind: Kind, isSure: boolean): Span[] => {
    const wanted = foldTight(form).text;
    const needsPerson = !isSure && isOrdinary(wanted);
    return [...placesOf(tight, wanted)]
      .filter(({ at }) => !needsPerson || isPerson(wanted, at))
      .map(({ from, to }) => ({ from, to, kind }));
  };
  return found.flatMap(({ kind: of, name, pinyin }) => {
    const kind = KIND_OF[of];
    if (of === 'org') return formsOfSchool(name).flatMap((form) => inText(form, kind, true));
    if (of === 'number' || of === 'login') return (tokens.get(name.toLowerCase()) ?? []).map((at) => ({ ...at, kind }));
    if (of === 'class') return name.length < 2 ? [] : inText(name, kind, true);
    const given = givenName(name);
    const whole = inText(name, kind, false);
    return [
      ...whole,
      // After the whole name the given name means the same person.
      ...(given === undefined ? [] : inText(given, kind, whole.length > 0)),
      ...(letters.get(pinyin.replaceAll(' ', '')) ?? []).map((at) => ({ ...at, kind })),
    ];
  });
}
