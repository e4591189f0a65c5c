import type { FieldSchema, InnerField } from '../../../../platform/schema/types.ts';
import { freeName, LABEL_MAX, optionsOf } from '../draft.ts';

/** Kinds of the fields inside a group. */
export const INNER_KINDS = [
  'text',
  'lines',
  'integer',
  'number',
  'date',
  'time',
  'options',
  'yesNo',
  'mobile',
] as const;
export type InnerKind = (typeof INNER_KINDS)[number];

export const INNER_MAX = 12;

const DEFAULTS: Readonly<Record<InnerKind, Omit<InnerField, 'name' | 'title'>>> = {
  text: { type: 'string', maxLength: 50 },
  lines: { type: 'string', maxLength: 200, 'x-kind': 'text' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'time' },
  options: { type: 'string', enum: [], 'x-labels': {} },
  yesNo: { type: 'boolean' },
  mobile: { type: 'string', 'x-kind': 'mobile' },
};

export function innerKindOf({ type, format, enum: values, 'x-kind': kind }: InnerField): InnerKind {
  if (values) return 'options';
  if (kind === 'mobile') return kind;
  if (kind === 'text') return 'lines';
  if (format === 'date' || format === 'time') return format;
  if (type === 'boolean') return 'yesNo';
  return type === 'string' ? 'text' : type;
}

/** The field with another kind: its name and title stay. */
export const withInnerKind = ({ name, title, required }: InnerField, kind: InnerKind): InnerField => ({
  name,
  title,
  ...(required && { required }),
  ...DEFAULTS[kind],
});

export const newInner = (fields: readonly InnerField[]): InnerField => ({
  name: freeName(
    fields.map(({ name }) => name),
    'f',
  ),
  title: '',
  ...DEFAULTS.text,
});

const labelsOf = ({ enum: values = [], 'x-labels': labels = {} }: InnerField): string[] =>
  values.map((value) => labels[String(value)] ?? '');

/** The labels of the options as one text. */
export const optionText = (field: InnerField): string => labelsOf(field).join('、');

/** The field with the options of a text; options that keep their label keep their code. */
export function withOptionText(field: InnerField, text: string): InnerField {
  const wanted = [...new Set(text.split(/[、,，;；\n]/).map((one) => one.trim().slice(0, LABEL_MAX)))].filter(Boolean);
  const known = new Map((field.enum ?? []).map((value) => [field['x-labels']?.[String(value)] ?? '', String(value)]));
  const used = new Set(known.values());
  const codes = wanted.map((label) => {
    const code = known.get(label) ?? freeName(used, 'o');
    used.add(code);
    return code;
  });
  return wanted.length === 0
    ? { ...field, ...optionsOf([]) }
    : { ...field, enum: codes, 'x-labels': Object.fromEntries(codes.map((code, i) => [code, wanted[i] ?? ''])) };
}

const isWhole = (inner: InnerField): boolean =>
  inner.title.trim() !== '' &&
  (!inner.enum || (inner.enum.length > 0 && labelsOf(inner).every((label) => label !== '')));

/** Whether a group has fields, each with a name and, where it has options, at least one. */
export const hasTitledFields = ({ 'x-fields': fields = [] }: FieldSchema): boolean =>
  fields.length > 0 && fields.every(isWhole);
