import { foldWidth, type Folded } from './fold.ts';
import type { Kind, Span } from './kinds.ts';

/** Public numbers that everyone may know: help lines, police, ambulance, fire, government. */
const PUBLIC_NUMBERS = new Set(['12355', '12356', '12345', '12338', '12320', '4001619995', '110', '119', '120', '122']);
/** A full date this many years back may be a birthday; younger ones are dates of the work. */
const BIRTH_AGE = 3;
const DIGITS_MIN = 5;

const HAN = '\\p{Script=Han}';
const CHINESE_DIGIT = '[零〇一二三四五六七八九幺两壹贰叁肆伍陆柒捌玖]';

interface Shape {
  kind: Kind;
  pattern: RegExp;
  /** Of the group `found`, where there is one, else of the whole match. */
  accepts?: (text: string, year: number) => boolean;
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
const isYears = (text: string): boolean => /^(?:19|20)\d{2}\s*[-–—~]\s*(?:19|20)\d{2}$/.test(text);

const SHAPES: readonly Shape[] = [
  { kind: '邮箱', pattern: /[\w.+-]+\s?@\s?[\w-]+(?:\s?\.\s?[\w-]+)+/gu },
  { kind: '网址', pattern: /(?:https?:\/\/|www\.)[^\s，。；、）)」】》]+/gu },
  {
    kind: '账号',
    pattern:
      /(?:微信|qq|wechat|抖音|小红书|快手|微博|b站)(?:号|昵称|账号|号码|名)?\s?[是为:叫]?\s?(?<found>[a-z0-9_.-]{4,})/gu,
  },
  {
    kind: '日期',
    pattern: /(?<found>(?:19|20)\d{2}\s?[年\-./]\s?\d{1,2}\s?[月\-./]\s?\d{1,2}\s?[日号]?)/gu,
    accepts: (text, year) => Number(text.slice(0, 4)) <= year - BIRTH_AGE,
  },
  {
    kind: '日期',
    pattern:
      /[一二][九零〇][零〇一二三四五六七八九]{2}年[一二三四五六七八九十]{1,2}月(?:[一二三四五六七八九十]{1,3}[日号])?/gu,
  },
  {
    kind: '日期',
    pattern:
      /(?:出生日期|出生年月|出生于|出生在|生日|生于)\s?[是为:在]?\s?(?<found>(?:[\d一二三四五六七八九十零〇]{2,4}年)?\s?[\d一二三四五六七八九十]{1,3}\s?[月.\-/]\s?(?:[\d一二三四五六七八九十]{1,3}\s?[日号]?)?)/gu,
  },
  {
    kind: '日期',
    pattern:
      /(?<found>(?:[\d一二三四五六七八九十零〇]{2,4}年)\s?[\d一二三四五六七八九十]{1,3}月(?:[\d一二三四五六七八九十]{1,3}[日号])?)\s?(?:出生|生的|生人)/gu,
  },
  { kind: '证件', pattern: /(?<![\p{Nd}])\p{Nd}(?:[\s\-–—_.·]{0,2}\p{Nd}){16}[\s-]?x(?![a-z])/gu },
  {
    kind: '号码',
    pattern: /\+?\p{Nd}(?:[\s\-–—_.·()]{0,2}\p{Nd}){4,}/gu,
    accepts: (text) => !PUBLIC_NUMBERS.has(digitsOf(text)) && !isYears(text),
  },
  { kind: '号码', pattern: new RegExp(`${CHINESE_DIGIT}(?:[\\s-]?${CHINESE_DIGIT}){6,}`, 'gu') },
  { kind: '班级', pattern: /[(]?\s?(?:\d{1,4}|[一二三四五六七八九十]{1,3})\s?[)]?\s?班/gu },
  {
    kind: '地址',
    pattern: new RegExp(
      `${HAN}{1,12}(?:路|街|巷|大道|弄|胡同|村|屯|组)\\s?\\d{1,5}\\s?(?:号|弄|组)(?:\\s?\\d{1,4}\\s?(?:号楼|栋|幢|单元|座|层|室|号))*`,
      'gu',
    ),
  },
  {
    kind: '地址',
    pattern: new RegExp(
      `${HAN}{1,10}(?:小区|花园|家园|公寓|新村|苑|府|城|里)\\s?[a-z\\d]{1,4}\\s?(?:号楼|栋|幢|座|单元|区)(?:\\s?\\d{1,4}\\s?(?:单元|层|室|号)?)*`,
      'gu',
    ),
  },
  { kind: '地址', pattern: /\d{1,3}\s?(?:号楼|栋|幢)\s?\d{1,2}\s?单元(?:\s?\d{2,4}\s?[室号]?)?/gu },
  {
    kind: '地址',
    pattern:
      /(?:家庭住址|住址|地址|户籍(?:所在地)?|户口(?:所在地)?|家住|住在|老家在|搬到)\s?[是为在:]?\s?(?<found>[^\s，。；,;!?！？\n]{0,30}?(?:省|市|区|县|镇|乡|村|屯|街道|路|街|巷|小区|花园|栋|号)[^\s，。；,;!?！？\n]{0,20})/gu,
  },
];

/** Which kind a number is of, by its digits. */
function kindOfNumber(text: string): Kind {
  const digits = digitsOf(text.replaceAll(/\p{Nd}/gu, (digit) => (/\d/.test(digit) ? digit : '0')));
  if (/^(?:86)?1[3-9]\d{9}$/.test(digits) || /^0\d{9,11}$/.test(digits)) return '电话';
  return digits.length === 18 || digits.length === 15 ? '证件' : '号码';
}

const place = ({ from, to }: Folded, start: number, end: number) => ({ from: from[start] ?? 0, to: to[end - 1] ?? 0 });

/** Numbers, addresses and other things that have a shape. @param year The current one */
export function findShapes(text: string, year: number): Span[] {
  const folded = foldWidth(text);
  return SHAPES.flatMap(({ kind, pattern, accepts }) =>
    [...folded.text.matchAll(pattern)].flatMap(({ 0: whole, index, groups }) => {
      const found = (groups?.['found'] ?? whole).trim();
      if (found === '' || !(accepts?.(found, year) ?? true)) return [];
      if (kind === '号码' && /\d/.test(found) && digitsOf(found).length < DIGITS_MIN) return [];
      const start = index + whole.lastIndexOf(found);
      return [{ ...place(folded, start, start + found.length), kind: kind === '号码' ? kindOfNumber(found) : kind }];
    }),
  );
}
