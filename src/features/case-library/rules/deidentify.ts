import { dateRules } from './days.ts';
import type { Finding, Identifiers, Rule } from './identifiers.ts';
import { anyOf, nameRules } from './names.ts';
import { placeRules } from './places.ts';

const NUMBER = '〔号码〕';
const certain = { kind: 'number', certain: true, instead: NUMBER } as const;

/** Numbers that identify a person, in all ways of writing them. */
const WRITTEN: readonly Rule[] = [
  { ...certain, pattern: /(?<![\w.])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g },
  { ...certain, pattern: /https?:\/\/\S+/g },
  { ...certain, pattern: /(?:微信|QQ|qq|抖音|快手|小红书|支付宝)(?:账?号|ID|id)?\s*[:：是为]?\s*[A-Za-z0-9_-]{4,}/g },
  { ...certain, pattern: /(?<!\d)\d{17}[\dXx](?!\d)/g },
  { ...certain, pattern: /(?<!\d)(?:\+?86[ -]?)?1[3-9]\d(?:[ -]?\d){8}(?!\d)/g },
  { ...certain, pattern: /(?<!\d)0\d{2,3}[ -]?\d{7,8}(?!\d)/g },
  { ...certain, pattern: /[〇零一二三四五六七八九幺]{7,}/g },
  { ...certain, pattern: /\d(?:[ -]?\d){5,}/g },
];

/** Full-width letters and digits become plain ones, and what is not seen goes: neither hides a number or a name. */
const plain = (text: string): string =>
  text
    .replace(/[\u200B-\u200F\u2060\uFEFF\u00AD]/g, '')
    .replace(/[０-９Ａ-Ｚａ-ｚ＠．]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u00A0\u3000]/g, ' ');

/** All rules, in the order in which they apply: a date is no number, and a school stands before its classes. */
function rulesOf(known: Identifiers): Rule[] {
  const numbers = anyOf(known.numbers);
  return [
    ...dateRules(known),
    ...(numbers ? [{ ...certain, pattern: numbers }] : []),
    ...WRITTEN,
    ...nameRules(known),
    ...placeRules(known),
  ];
}

/** A text in which people, numbers, classes, places and days are replaced by words that name none. */
export function deidentify(text: string, known: Identifiers): string {
  let left = plain(text);
  for (const { pattern, instead } of rulesOf(known))
    left = left.replace(pattern, (found: string) => (typeof instead === 'string' ? instead : instead(found)));
  return left;
}

/** The pieces of a text that still identify, or may identify, a person; each piece once. */
export function findIdentifiers(text: string, known: Identifiers): Finding[] {
  const found = new Map<string, Finding>();
  let left = plain(text);
  for (const { pattern, kind, certain: isCertain } of rulesOf(known))
    left = left.replace(pattern, (piece: string) => {
      found.set(piece, { kind, text: piece, certain: isCertain });
      return '〓'.repeat(2);
    });
  return [...found.values()];
}
