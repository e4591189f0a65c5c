import type { FieldKind, FieldSchema, MaskKind } from '../../../platform/schema/types.ts';

/** Kinds of fields that a tenant can add; the kind determines the possible values. */
export const KINDS = [
  'text',
  'lines',
  'integer',
  'number',
  'rating',
  'date',
  'time',
  'timeRange',
  'dateTimeRange',
  'options',
  'choices',
  'yesNo',
  'mobile',
  'identityNumber',
  'address',
  'row',
  'rows',
  'sequence',
  'group',
  'richText',
  'picture',
  'file',
] as const;
export type Kind = (typeof KINDS)[number];

/** What a new field of each kind begins with. */
export const KIND_DEFAULTS: Readonly<Record<Kind, Partial<FieldSchema> & Pick<FieldSchema, 'type'>>> = {
  text: { type: 'string', maxLength: 50 },
  lines: { type: 'string', maxLength: 500, 'x-kind': 'text' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  date: { type: 'string', format: 'date' },
  options: { type: 'string', enum: [], 'x-labels': {} },
  yesNo: { type: 'boolean' },
  rating: { type: 'integer', 'x-kind': 'rating', minimum: 1, maximum: 5 },
  time: { type: 'string', format: 'time' },
  timeRange: { type: 'string', 'x-kind': 'time-range' },
  dateTimeRange: { type: 'string', 'x-kind': 'date-time-range' },
  choices: { type: 'array', 'x-kind': 'choices', enum: [], 'x-labels': {} },
  mobile: { type: 'string', 'x-kind': 'mobile' },
  identityNumber: { type: 'string', 'x-kind': 'identity-number' },
  address: { type: 'string', maxLength: 100, 'x-kind': 'address' },
  row: { type: 'string', maxLength: 64, 'x-kind': 'row' },
  rows: { type: 'array', 'x-kind': 'rows' },
  sequence: { type: 'string', readOnly: true, 'x-sequence': '{yyyy}-{0000}' },
  group: { type: 'array', 'x-kind': 'group', maxItems: 10, 'x-fields': [] },
  richText: { type: 'object', 'x-kind': 'rich-text', maxLength: 2000 },
  picture: { type: 'array', 'x-kind': 'picture', maxItems: 1 },
  file: { type: 'array', 'x-kind': 'file', maxItems: 1 },
};
const KIND_OF_VALUE: Partial<Readonly<Record<FieldKind, Kind>>> = {
  text: 'lines',
  rating: 'rating',
  'time-range': 'timeRange',
  'date-time-range': 'dateTimeRange',
  choices: 'choices',
  mobile: 'mobile',
  'identity-number': 'identityNumber',
  address: 'address',
  row: 'row',
  rows: 'rows',
  group: 'group',
  'rich-text': 'richText',
  picture: 'picture',
  file: 'file',
};
/** Kinds whose values refer to other rows: they are neither converted nor changed into another kind. */
export const REFERRING: ReadonlySet<Kind> = new Set<Kind>(['row', 'rows']);
/** Kinds that stay: their values are not converted to another kind, nor are other values converted to them. */
export const LASTING: ReadonlySet<Kind> = new Set<Kind>([...REFERRING, 'sequence', 'group', 'picture', 'file']);
/** Kinds with options. */
export const WITH_OPTIONS: ReadonlySet<Kind> = new Set<Kind>(['options', 'choices']);
/** Kinds that cannot be sorted. */
export const UNSORTED: ReadonlySet<Kind> = new Set<Kind>([
  'lines',
  'choices',
  'row',
  'rows',
  'group',
  'richText',
  'picture',
  'file',
]);
/** Kinds whose values a sheet cannot hold. */
export const NOT_IMPORTED: ReadonlySet<Kind> = new Set<Kind>(['group', 'picture', 'file']);
const FILTER_MATCH: Readonly<Record<Kind, NonNullable<FieldSchema['x-filter']>['match'] | undefined>> = {
  text: 'contains',
  lines: undefined,
  integer: 'range',
  number: 'range',
  date: 'range',
  options: 'in',
  yesNo: 'equals',
  rating: 'range',
  time: 'range',
  timeRange: 'range',
  dateTimeRange: 'range',
  choices: 'in',
  mobile: 'contains',
  identityNumber: 'equals',
  address: 'contains',
  row: 'in',
  rows: 'in',
  sequence: 'contains',
  group: undefined,
  richText: undefined,
  picture: undefined,
  file: undefined,
};

/** How the values of a kind can be masked. */
const MASKS: Partial<Readonly<Record<Kind, MaskKind>>> = {
  text: 'text',
  lines: 'text',
  mobile: 'phone',
  identityNumber: 'id-card',
  address: 'address',
};
export const maskOf = (kind: Kind): MaskKind | undefined => MASKS[kind];
/** Kinds that identify a person: a new field is masked. */
export const PERSONAL: ReadonlySet<Kind> = new Set<Kind>(['mobile', 'identityNumber', 'address']);

/** The change that masks a field, which is then neither filtered nor sorted, or shows it in clear. */
export const maskChange = (field: FieldSchema, isMasked: boolean): Partial<FieldSchema> =>
  isMasked
    ? {
        'x-mask': maskOf(kindOf(field)),
        'x-filter': undefined,
        'x-list': field['x-list'] && { ...field['x-list'], sorter: false },
      }
    : { 'x-mask': undefined };

/** The filter of a kind of field; undefined where it has none. */
export const matchOf = (kind: Kind) => FILTER_MATCH[kind];

/** The kind of a field; other fields count as the nearest kind. */
export function kindOf(field: FieldSchema): Kind {
  const kind = field['x-kind'] && KIND_OF_VALUE[field['x-kind']];
  if (kind !== undefined) return kind;
  if (field['x-sequence'] !== undefined) return 'sequence';
  if (field.enum) return 'options';
  if (field.type === 'boolean') return 'yesNo';
  if (field.type === 'integer' || field.type === 'number') return field.type;
  if (field.format === 'time') return 'time';
  return field.format !== undefined ? 'date' : 'text';
}

/** Whether the type of a field can be changed: an unmasked, unencrypted field without values from elsewhere. */
export const isConvertible = (field: FieldSchema): boolean =>
  !field['x-mask'] &&
  !field['x-sealed'] &&
  !field.readOnly &&
  (field['x-kind'] === undefined || KIND_OF_VALUE[field['x-kind']] !== undefined) &&
  !LASTING.has(kindOf(field)) &&
  (field.format === undefined || field.format === 'date' || field.format === 'time') &&
  field['x-enum'] === undefined &&
  field.enum?.some((value) => typeof value === 'number') !== true;
