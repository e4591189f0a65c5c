import { SHARED_TABLE } from './own-resource.ts';
import type { EntitySchema } from './types.ts';

type Report = (path: readonly string[], reason: string, fix: string) => void;

const TOKEN = /\{(yyyy|yy|mm|dd|0{1,8})\}/g;
const isCounter = (token: string) => token.startsWith('0');
const tokensOf = (pattern: string): string[] => [...pattern.matchAll(TOKEN)].map(([, token = '']) => token);

/** Checks the patterns of numbers that the server gives (`x-sequence`). */
export function checkSequences(schema: EntitySchema, report: Report): void {
  for (const [name, field] of Object.entries(schema.properties)) {
    const pattern = field['x-sequence'];
    if (pattern === undefined) continue;
    const at = ['properties', name, 'x-sequence'];
    const tokens = tokensOf(pattern);
    if (tokens.filter(isCounter).length !== 1 || /[{}]/.test(pattern.replaceAll(TOKEN, '')))
      report(
        at,
        `编号的写法 ${pattern} 不对`,
        '写一个 {0000}，可以加 {yyyy}、{yy}、{mm}、{dd} 和其他文字，例如 "{yyyy}-{0000}"',
      );
    if (
      field.type !== 'string' ||
      field.enum ||
      field.format ||
      field['x-kind'] ||
      field['x-form'] ||
      field.readOnly !== true
    )
      report(
        at,
        '编号是只由系统写入的文字',
        '写 "type": "string"、"readOnly": true，不写 x-form、enum、format 和 x-kind',
      );
    if (!field['x-tenant'] && schema['x-resource'].table !== SHARED_TABLE)
      report(at, '核心字段不能是编号', '放进单位的补丁');
  }
}

/** The counter of a number: everything but the number itself, on a day. Numbers begin with 1 in each. */
export const counterOf = (pattern: string, day: string): string =>
  pattern.replaceAll(TOKEN, (text, token: string) => (isCounter(token) ? text : dated(token, day)));

/** @param counter Of `counterOf` */
export const numberText = (counter: string, n: number): string =>
  counter.replaceAll(TOKEN, (_, token: string) => String(n).padStart(token.length, '0'));

function dated(token: string, day: string): string {
  if (token === 'yyyy') return day.slice(0, 4);
  if (token === 'yy') return day.slice(2, 4);
  return token === 'mm' ? day.slice(5, 7) : day.slice(8, 10);
}
