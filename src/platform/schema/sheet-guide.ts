import type { SheetColumn } from './sheet.ts';
import type { EntitySchema, FieldSchema } from './types.ts';

/** The template's description of a column: name, whether it is required, format, allowed values, example and remarks. */
export interface ColumnGuide {
  header: string;
  required: boolean;
  format: string;
  choices: readonly string[];
  example: string;
  note: string;
}

const LENGTHS = (field: FieldSchema) => (field.maxLength === undefined ? '' : `，不超过 ${field.maxLength} 个字`);

function rangeOf({ minimum, maximum }: FieldSchema): string {
  if (minimum !== undefined && maximum !== undefined) return `，${minimum} 到 ${maximum}`;
  if (minimum !== undefined) return `，不小于 ${minimum}`;
  return maximum === undefined ? '' : `，不大于 ${maximum}`;
}

const FORMAT_OF_KIND: Readonly<Record<string, string>> = {
  'time-range': '时间段，时:分-时:分',
  'date-time-range': '日期时间段，年-月-日 时:分-时:分',
  mobile: '11 位手机号',
  'identity-number': '18 位身份证号',
  address: '地址，写到区县',
};
const EXAMPLE_OF_KIND: Readonly<Record<string, string>> = {
  'time-range': '14:00-15:30',
  'date-time-range': '2026-09-01 14:00-15:30',
  mobile: '13800138000',
  'identity-number': '11010519491231002X',
  address: '青禾市城东区文昌路 1 号',
};
const decimalsOf = ({ 'x-decimals': decimals }: FieldSchema) => (decimals ? `，最多 ${decimals} 位小数` : '');

function formatOf(field: FieldSchema, choices: readonly string[]): string {
  if (field.type === 'array') return `可以填写几个，用顿号隔开${choices.length > 0 ? `：${choices.join('、')}` : ''}`;
  if (choices.length > 0) return '从下拉列表中选择';
  const kind = FORMAT_OF_KIND[field['x-kind'] ?? ''];
  if (kind !== undefined) return kind;
  if (field.format === 'time') return '时间，时:分';
  if (field.format === 'date') return '日期，年-月-日';
  if (field.format === 'date-time') return '日期和时间，年-月-日 时:分';
  if (field.type === 'integer' || field.type === 'number') {
    return `${field.type === 'integer' ? '整数' : '数字'}${decimalsOf(field)}${rangeOf(field)}`;
  }
  const own = field['x-message']?.['pattern'];
  return `文字${LENGTHS(field)}${own ? `；${own}` : ''}`;
}

function exampleOf(field: FieldSchema, choices: readonly string[]): string {
  const [example] = field.examples ?? [];
  if (example !== undefined) return String(example);
  if (field.type === 'array') return choices.slice(0, 2).join('、');
  if (choices[0] !== undefined) return choices[0];
  const ofKind = EXAMPLE_OF_KIND[field['x-kind'] ?? ''];
  if (ofKind !== undefined) return ofKind;
  if (field.format === 'time') return '14:30';
  if (field.format === 'date') return '2026-09-01';
  if (field.format === 'date-time') return '2026-09-01 08:30';
  return field.type === 'integer' || field.type === 'number' ? String(field.minimum ?? 1) : '';
}

/** Labels of a boolean in a sheet. */
export const YES_NO = ['是', '否'] as const;

/** The choices of a column that the field itself declares. */
export const codeLabels = (field: FieldSchema): readonly string[] =>
  field.type === 'boolean'
    ? YES_NO.map((word, i) => field['x-labels']?.[String(i === 0)] ?? word)
    : (field.enum ?? []).map((code) => field['x-labels']?.[String(code)] ?? String(code));

/** @param choices Of the column, from their source */
export function guideOf(
  schema: EntitySchema,
  { field: name, header, schema: field }: SheetColumn,
  choices: readonly string[],
): ColumnGuide {
  const createOnly = field['x-form']?.on.includes('edit') ? '' : '只在新增时有效';
  return {
    header,
    required: schema.required.includes(name) && field.default === undefined,
    format: formatOf(field, choices),
    // A drop-down holds one value.
    choices: field.type === 'array' ? [] : choices,
    example: exampleOf(field, choices),
    note: [field['x-sheet']?.help ?? field['x-form']?.help, createOnly].filter(Boolean).join('；'),
  };
}
