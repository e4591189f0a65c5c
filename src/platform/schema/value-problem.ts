import type { FailureDetail } from '../contract/common.ts';
import { documentProblem, wordsOf, type RichText } from '../rich-text/rich-text.ts';
import { fieldOfInner, isDocument } from './composed.ts';
import { NOT_THERE } from './file-fields.ts';
import { isObject, pointer } from './json.ts';
import { endsOf, isRange } from './ranges.ts';
import { isFiles, type FieldSchema } from './types.ts';

const MOBILE = /^1[3-9]\d{9}$/;
/** An address names a county, a district or a place of the same rank. */
const AREA = /[区县市旗州盟]/;
export const isMobile = (text: string): boolean => MOBILE.test(text);

/** Weights and check characters of GB 11643 (ISO 7064, MOD 11-2). */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = '10X98765432';

/** A resident identity number of 18 characters: an existing day of birth and a correct check character. */
export function isIdentityNumber(text: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(text)) return false;
  const [year, month, day] = [text.slice(6, 10), text.slice(10, 12), text.slice(12, 14)].map(Number) as [
    number,
    number,
    number,
  ];
  const born = new Date(Date.UTC(year, month - 1, day));
  if (year < 1900 || born.getUTCMonth() !== month - 1 || born.getUTCDate() !== day) return false;
  const sum = WEIGHTS.reduce((all, weight, i) => all + weight * Number(text[i]), 0);
  return CHECKS[sum % 11] === text[17];
}

/** A number rounded to its digits after the decimal point. */
export const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/**
 * Why a value is refused that has the type, length and limits of its field: what the kind of the field demands and JSON
 * Schema cannot express. Undefined where the value is accepted.
 */
export function valueProblem(field: FieldSchema, value: unknown): string | undefined {
  const refuse = (text: string) => field['x-message']?.['format'] ?? text;
  const { 'x-kind': kind, 'x-decimals': decimals } = field;
  if (typeof value === 'number' && decimals !== undefined && rounded(value, decimals) !== value)
    return refuse(decimals === 0 ? '请填写整数' : `最多 ${decimals} 位小数`);
  if (kind === 'rich-text' && isDocument(value)) return documentProblem(value) ?? tooLong(field, value);
  if (isFiles(field) && Array.isArray(value) && value.includes(NOT_THERE))
    return '有文件没有传完或没有传成，请等待、重试或移除';
  if (typeof value !== 'string') return undefined;
  if (isRange(field) && !endsOf(field, value)) return refuse('请填写开始和结束，结束要晚于开始');
  if (kind === 'mobile' && !isMobile(value)) return refuse('手机号应为 11 位数字');
  if (kind === 'identity-number' && !isIdentityNumber(value)) return refuse('身份证号不正确，请核对 18 位号码');
  if (kind === 'address' && !AREA.test(value)) return refuse('地址要写到区县，例如 青禾市城东区文昌路 1 号');
  return undefined;
}

function tooLong({ maxLength }: FieldSchema, value: RichText): string | undefined {
  const characters = Array.from(wordsOf(value)).length;
  return maxLength !== undefined && characters > maxLength
    ? `最多 ${maxLength} 个字，现在有 ${characters} 个`
    : undefined;
}

/** The problems of the lines of a group, at the inner fields. */
const problemsInside = (field: FieldSchema, value: unknown, at: string): FailureDetail[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).flatMap((line, i) =>
    (field['x-fields'] ?? []).flatMap((inner) => {
      const message = isObject(line) ? valueProblem(fieldOfInner(inner), line[inner.name]) : undefined;
      return message === undefined ? [] : [{ field: at + pointer(i, inner.name), message }];
    }),
  );

/**
 * The same for the values of a body or a form. A masked value that may come back unchanged is not looked at here: only
 * the server can distinguish it from typed text (`wrongUnderMask`).
 *
 * @param echoes Whether masked values may come back: in an edit
 * @param refused What JSON Schema has refused already; formatted text with another shape is not looked at
 */
export const valueProblems = (
  properties: Readonly<Record<string, FieldSchema>>,
  values: Readonly<Record<string, unknown>>,
  echoes: boolean,
  refused: ReadonlySet<string> = new Set(),
): FailureDetail[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!field || (field['x-kind'] === 'rich-text' && refused.has(pointer(name)))) return [];
    if (echoes && field['x-mask'] && typeof value === 'string' && value.includes('*')) return [];
    if (field['x-kind'] === 'group') return problemsInside(field, value, pointer(name));
    const message = valueProblem(field, value);
    return message === undefined ? [] : [{ field: pointer(name), message }];
  });
