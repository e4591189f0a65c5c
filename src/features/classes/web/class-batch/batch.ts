import type { FailureDetail } from '../../../../platform/contract/common.ts';
import { inputSchema, type InputSchema } from '../../../../platform/schema/form.ts';
import { pathOfPointer } from '../../../../platform/schema/json.ts';
import type { EntitySchema, FieldKind } from '../../../../platform/schema/types.ts';

/** Classes per batch at most: more than any grade has, and few enough to review. */
export const COUNT_MAX = 50;
export const COUNT_DEFAULT = 8;

export type Values = Readonly<Record<string, unknown>>;

/** How the classes of a batch are named. */
export interface Naming {
  start: number;
  pattern: string;
}

/** The placeholder of the class number in a pattern. */
export const NUMBER = '{n}';

/** A class to create; `key` identifies its line on the screen. */
export interface Line {
  key: number;
  values: Values;
}

const COMMON_KINDS: readonly (FieldKind | undefined)[] = ['period', 'grade', 'year'];

export interface Fields {
  input: InputSchema;
  /** Fields that all classes of the batch share. */
  common: readonly string[];
  /** Fields of each class. */
  own: readonly string[];
}

/** The fields of the tenant's schema that a batch fills in, split into common and own fields. */
export function batchFields(schema: EntitySchema): Fields {
  const input = inputSchema(schema, 'create');
  const names = Object.keys(input.properties);
  const isCommon = (name: string) => COMMON_KINDS.includes(input.properties[name]?.['x-kind']);
  return { input, common: names.filter(isCommon), own: names.filter((name) => !isCommon(name)) };
}

/** `初一（{n}）班` for a grade called 初一. */
export const patternFor = (grade: string): string => `${grade}（${NUMBER}）班`;

/** The values of class `i` of the batch: its name, and its number where the school uses numbers. */
export function namedValues({ own }: Fields, { start, pattern }: Naming, i: number): Values {
  const n = start + i;
  return { class_name: pattern.replaceAll(NUMBER, String(n)), ...(own.includes('class_no') && { class_no: n }) };
}

/** Errors by line and field; errors of common fields have line −1. */
export type Errors = ReadonlyMap<string, string>;

export const COMMON_LINE = -1;
export const errorKey = (line: number, field: string): string => `${line}/${field}`;

/** Assigns the server's errors, whose fields are `/items/<line>/<field>`, to lines and fields; all others are general. */
export function errorsByField(
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
