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

function formatOf(field: FieldSchema, choices: readonly string[]): string {
  if (choices.length > 0) return '从下拉列表中选择';
  if (field.format === 'date') return '日期，年-月-日';
  if (field.format === 'date-time') return '日期和时间，年-月-日 时:分';
  if (field.type === 'integer' || field.type === 'number') {
    return `${field.type === 'integer' ? '整数' : '数字'}${rangeOf(field)}`;
  }
  const own = field['x-message']?.['pattern'];
  return `文字${LENGTHS(field)}${own ? `；${own}` : ''}`;
}

function exampleOf(field: FieldSchema, choices: readonly string[]): string {
  const [example] = field.examples ?? [];
  if (example !== undefined) return String(example);
  if (choices[0] !== undefined) return choices[0];
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
    choices,
    example: exampleOf(field, choices),
    note: [field['x-sheet']?.help ?? field['x-form']?.help, createOnly].filter(Boolean).join('；'),
  };
}
