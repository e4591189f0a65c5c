import type { FailureDetail } from '../../../../platform/contract/common.ts';
import { inputSchema, type InputSchema } from '../../../../platform/schema/form.ts';
import { pathOfPointer } from '../../../../platform/schema/json.ts';
import type { EntitySchema, FieldKind } from '../../../../platform/schema/types.ts';

/** At most this many classes at once: more than any grade has, and still to be looked through. */
export const COUNT_MAX = 50;
export const COUNT_DEFAULT = 8;

export type Values = Readonly<Record<string, unknown>>;

/** How the names of a batch are made. */
export interface Naming {
  start: number;
  pattern: string;
}

/** Stands for the class number in a pattern. */
export const NUMBER = '{n}';

/** A class to be created; `key` lives as long as its line on the screen. */
export interface Line {
  key: number;
  values: Values;
}

const COMMON_KINDS: readonly (FieldKind | undefined)[] = ['period', 'grade', 'year'];

export interface Fields {
  input: InputSchema;
  /** Chosen once for all classes of the batch. */
  common: readonly string[];
  /** Filled in for each class. */
  own: readonly string[];
}

/** The fields of the tenant's schema that a batch fills in. */
export function batchFields(schema: EntitySchema): Fields {
  const input = inputSchema(schema, 'create');
  const names = Object.keys(input.properties);
  const isCommon = (name: string) => COMMON_KINDS.includes(input.properties[name]?.['x-kind']);
  return { input, common: names.filter(isCommon), own: names.filter((name) => !isCommon(name)) };
}

/** `初一（{n}）班` for a grade called 初一. */
export const patternFor = (grade: string): string => `${grade}（${NUMBER}）班`;

/** What the pattern makes of the `i`-th class: its name, and its number where the school uses numbers. */
export function named({ own }: Fields, { start, pattern }: Naming, i: number): Values {
  const n = start + i;
  return { class_name: pattern.replaceAll(NUMBER, String(n)), ...(own.includes('class_no') && { class_no: n }) };
}

/** Errors by line and field; a field that all classes share is wrong in the line −1. */
export type Errors = ReadonlyMap<string, string>;

export const COMMON_LINE = -1;
export const errorKey = (line: number, field: string): string => `${line}/${field}`;

/** The server's failures, whose fields are `/items/<line>/<field>`, by place; and those that belong to no place. */
export function placed(
  { common, own }: Fields,
  details: readonly FailureDetail[],
): { errors: Errors; general: readonly string[] } {
  const errors = new Map<string, string>();
  const general = new Set<string>();
  for (const { field, message } of details) {
    const [items, line = '', name = ''] = pathOfPointer(field);
    if (items !== 'items' || !(common.includes(name) || own.includes(name))) general.add(message);
    else errors.set(errorKey(common.includes(name) ? COMMON_LINE : Number(line), name), message);
  }
  return { errors, general: [...general] };
}
