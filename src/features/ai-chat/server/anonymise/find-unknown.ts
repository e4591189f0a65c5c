import { foldTight } from './fold.ts';
import type { Span } from './kinds.ts';
import { isOrdinary } from './ordinary-words.ts';
import { INTRODUCTIONS, NOT_IN_NAMES, TITLES } from './person-words.ts';
import { DOUBLE_SURNAMES, SURNAMES } from './surnames.ts';

const HAN = '\\p{Script=Han}';
const surname = `(?:${DOUBLE_SURNAMES.join('|')}|[${[...SURNAMES].join('')}])`;
const given = `(?![${NOT_IN_NAMES}])${HAN}(?:(?![${NOT_IN_NAMES}])${HAN})?`;

/** A surname and a given name with a title behind: 张小雨同学, 王芳的妈妈. */
const TITLED = new RegExp(`(${surname}${given}?)的?(?=${TITLES})`, 'gu');
/** A surname and a title: 王老师. The surname alone is replaced. */
const ADDRESSED = new RegExp(`(${surname})(?=老师|主任|校长|医生|师傅|先生|女士)`, 'gu');
/** A name that is introduced: 学生张小雨, 姓名：张小雨. */
const INTRODUCED = new RegExp(`(?:${INTRODUCTIONS}):?(${surname}${given})`, 'gu');

/**
 * Names that no list of the organisation has, recognised by what stands beside them: a former student, somebody of
 * another school. Rather takes a character too many, because what is replaced comes back unchanged.
 */
export function findUnknownNames(text: string): Span[] {
  const { text: tight, from, to } = foldTight(text);
  return [TITLED, INTRODUCED, ADDRESSED].flatMap((pattern) =>
    [...tight.matchAll(pattern)].flatMap(({ 0: whole, 1: name = '', index }) => {
      // 学生焦虑, 同学周末, 任课老师
      if (isOrdinary(pattern === INTRODUCED ? name.slice(0, 2) : name)) return [];
      const start = index + whole.indexOf(name);
      return [{ from: from[start] ?? 0, to: to[start + name.length - 1] ?? 0, kind: '姓名' as const }];
    }),
  );
}
