import { SHARED_TABLE } from './own-resource.ts';
import { isSeveral, type EntitySchema, type FieldKind, type FieldSchema, type FieldType } from './types.ts';

type Report = (path: readonly string[], reason: string, fix: string) => void;

/** The type that a kind of value has. */
const TYPE_OF: Partial<Readonly<Record<FieldKind, FieldType>>> = {
  choices: 'array',
  rows: 'array',
  'time-range': 'string',
  'date-time-range': 'string',
  rating: 'integer',
  mobile: 'string',
  'identity-number': 'string',
};
/** Kinds of texts whose content says how long they are. */
const FIXED_LENGTH: ReadonlySet<FieldKind | undefined> = new Set([
  'time-range',
  'date-time-range',
  'mobile',
  'identity-number',
]);
/** Whether the value of a text field cannot be of any length. */
export const hasFixedLength = (field: FieldSchema): boolean => FIXED_LENGTH.has(field['x-kind']);

const NOT_FOR_SEVERAL = ['items', 'uniqueItems', 'x-mask', 'x-sealed', 'x-confidential', 'default', 'x-enum'] as const;
const NOT_BESIDE_KIND = ['format', 'pattern', 'enum', 'minLength', 'maxLength'] as const;

/** Checks the kinds of values that a tenant's fields may have, their units and their digits. */
export function checkKind(field: FieldSchema, schema: EntitySchema, report: Report): void {
  const kind = field['x-kind'];
  const type = kind && TYPE_OF[kind];
  if (type !== undefined && field.type !== type)
    report(['type'], `x-kind 为 ${kind ?? ''} 的字段，type 应为 ${type}`, `改为 "type": "${type}"，或者换一个 x-kind`);
  if (hasFixedLength(field)) {
    const stray = NOT_BESIDE_KIND.find((key) => field[key] !== undefined);
    if (stray !== undefined) report([stray], `x-kind 为 ${kind ?? ''} 的值自有规定，不能再写 ${stray}`, '删去这一项');
  }
  if (kind === 'rating' && !((field.maximum ?? 0) >= 3 && (field.maximum ?? 0) <= 10))
    report(['maximum'], '评分没有写明最高几分，或者不在 3 到 10 之间', '加上 "maximum"，例如 "maximum": 5');
  checkAmount(field, report);
  if (isSeveral(field)) checkSeveral(field, schema, report);
}

function checkAmount(field: FieldSchema, report: Report): void {
  const isNumber = (field.type === 'integer' || field.type === 'number') && !field.enum;
  for (const key of ['x-unit', 'x-decimals'] as const)
    if (field[key] !== undefined && (!isNumber || field['x-kind'] === 'rating'))
      report([key], `${key} 只用于数字字段`, '删去这一项');
  if (field.type === 'integer' && field['x-decimals'] !== undefined)
    report(['x-decimals'], '整数没有小数', '删去 x-decimals，或者把 type 改为 number');
}

function checkSeveral(field: FieldSchema, { 'x-resource': { table } }: EntitySchema, report: Report): void {
  if (!field['x-tenant'] && table !== SHARED_TABLE)
    report(['x-kind'], '核心实体自己的字段不能是 choices 或 rows：它们要有自己的列', '改为 list，或者放进单位的补丁');
  const stray = NOT_FOR_SEVERAL.find((key) => field[key] !== undefined);
  if (stray !== undefined) report([stray], `有几个值的字段不能有 ${stray}`, '删去这一项');
  if (field['x-list']?.sorter) report(['x-list', 'sorter'], '有几个值的字段不能排序', '删去 sorter');
  if (field['x-kind'] === 'choices' && !field.enum)
    report(['enum'], '可多选的字段没有选项', '用 enum 和 x-labels 写出选项');
  if (field['x-kind'] === 'rows' && field.enum)
    report(['enum'], '指向几行的字段没有自己的选项', '删去 enum 和 x-labels');
  if ((field.minItems ?? 0) > (field.maxItems ?? Infinity))
    report(['minItems'], '最少几项大于最多几项', '改小 minItems');
}
