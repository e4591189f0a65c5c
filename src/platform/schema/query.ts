import { PAGE_OFFSET_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, type FailureDetail } from '../contract/common.ts';
import { isSortable } from './columns.ts';
import { isDay, isInstant, isTime } from './days.ts';
import { filterFields, wireNames, type FilterField } from './filters.ts';
import { fits, isCleanText } from './fits.ts';
import { isRange } from './ranges.ts';
import type { EntitySchema, FieldSchema, Scalar } from './types.ts';

/** One condition of a list; a range is up to two of them. */
export type Filter =
  | { field: string; match: 'contains' | 'equals' | 'from' | 'to'; value: Scalar }
  | { field: string; match: 'in'; values: readonly Scalar[] };

export interface SortKey {
  field: string;
  descending: boolean;
}

export interface ListQuery {
  page: number;
  size: number;
  sort: readonly SortKey[];
  filters: readonly Filter[];
}

/** At most this many values in one `in` filter, keys in one sort, characters in one searched text. */
const VALUES_MAX = 100;
const SORT_MAX = 5;
const TEXT_MAX = 100;

/** Parameter of a list's address for the view that shows its rows; the hyphen keeps it apart from fields. */
export const VIEW_PARAM = 'view-as';

const PAGING = ['page', 'size', 'sort'];

interface Searchable {
  fields: readonly FilterField[];
  known: ReadonlySet<string>;
}
const searchableOf = new WeakMap<EntitySchema, Searchable>();

/** The list parameters of a schema, computed once per schema. */
function searchable(schema: EntitySchema): Searchable {
  let known = searchableOf.get(schema);
  if (!known) {
    const fields = filterFields(schema);
    known = { fields, known: new Set([...PAGING, ...fields.flatMap(wireNames)]) };
    searchableOf.set(schema, known);
  }
  return known;
}

/**
 * Parses the query of a list: `page`, `size`, `sort` and one parameter per filter (`field`, or `field_from` and
 * `field_to`; several values separated by commas or repeated). Anything unknown, not searchable or out of bounds
 * becomes a detail. Empty values count as absent.
 */
export function parseListQuery(
  schema: EntitySchema,
  query: Readonly<Record<string, unknown>>,
): ListQuery & { details: FailureDetail[] } {
  const details: FailureDetail[] = [];
  const refuse = (name: string, message: string) => {
    details.push({ field: `/${name}`, message });
  };
  const { fields, known } = searchable(schema);
  for (const name of Object.keys(query)) if (!known.has(name)) refuse(name, '不能按这一项筛选');

  const page = whole(query['page'] ?? 1, 1, PAGE_OFFSET_MAX);
  const size = whole(query['size'] ?? PAGE_SIZE_DEFAULT, 1, PAGE_SIZE_MAX);
  if (size === undefined) refuse('size', `每页条数应为 1 到 ${PAGE_SIZE_MAX} 的整数`);
  if (page === undefined) refuse('page', '页码应为从 1 开始的整数');
  else if ((page - 1) * (size ?? 1) > PAGE_OFFSET_MAX) refuse('page', '页码超出范围，请缩小筛选范围');

  const filters = fields.flatMap((field) => {
    const schemaOf = schema.properties[field.field];
    return schemaOf ? parseFilter(field, schemaOf, query, refuse) : [];
  });
  return {
    page: page ?? 1,
    size: size ?? PAGE_SIZE_DEFAULT,
    sort: parseSort(schema, query['sort'], refuse),
    filters,
    details,
  };
}

function whole(value: unknown, min: number, max: number): number | undefined {
  const isNumber = typeof value === 'number' || /^\d{1,9}$/.test(String(value));
  const number = isNumber ? Number(value) : NaN;
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}

type Refuse = (name: string, message: string) => void;

/** Values of a parameter, repeated or separated by commas. */
const split = (value: unknown, commas: boolean): string[] =>
  (Array.isArray(value) ? value : [value ?? ''])
    .flatMap((part) => (commas ? String(part).split(',') : [String(part)]))
    .filter((part) => part !== '');

function parseFilter(
  { field, match, default: fallback }: FilterField,
  schema: FieldSchema,
  query: Readonly<Record<string, unknown>>,
  refuse: Refuse,
): Filter[] {
  const read = (name: string, way: 'one' | 'in' | 'from' | 'to'): Scalar[] => {
    const texts = split(query[name], way === 'in');
    const values = texts.flatMap((text) => {
      const value = parseValue(schema, match, text, way);
      return value === undefined ? [] : [value];
    });
    if (values.length < texts.length) refuse(name, wants(schema, match));
    else if (values.length > (way === 'in' ? VALUES_MAX : 1))
      refuse(name, way === 'in' ? `最多选择 ${VALUES_MAX} 项` : '只能填写一个值');
    else return values;
    return [];
  };
  if (match === 'range') {
    const [from] = read(`${field}_from`, 'from');
    const [to] = read(`${field}_to`, 'to');
    if (from !== undefined && to !== undefined && rank(from) > rank(to)) refuse(`${field}_to`, '结束不能小于开始');
    return [
      ...(from === undefined ? [] : [{ field, match: 'from', value: from } as const]),
      ...(to === undefined ? [] : [{ field, match: 'to', value: to } as const]),
    ];
  }
  const values = read(field, match === 'in' ? 'in' : 'one');
  const [value = fallback] = values;
  if (value === undefined) return [];
  return [
    match === 'in'
      ? { field, match, values: values.length > 0 ? [...new Set(values)] : [value] }
      : { field, match, value },
  ];
}

/** Instants of different offsets compare by time, days and times by their text, numbers as they are. */
const rank = (value: Scalar): number => {
  if (typeof value !== 'string') return Number(value);
  return isTime(value) ? Number(value.replace(':', '')) : Date.parse(value);
};

function parseValue(field: FieldSchema, match: FilterField['match'], text: string, way: string): Scalar | undefined {
  const value = scalar(field, text, way);
  if (value === undefined || (typeof value === 'string' && (!isCleanText(value, false) || value.length > TEXT_MAX)))
    return undefined;
  // One end of a range is no value of the field.
  return match === 'contains' || isRange(field) || fits(field, value) ? value : undefined;
}

function scalar(field: FieldSchema, text: string, way: string): Scalar | undefined {
  if (field.type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : undefined;
  if (field.type === 'integer') return /^-?\d{1,16}$/.test(text) ? Number(text) : undefined;
  if (field.type === 'number') return /^-?\d{1,16}(\.\d{1,10})?$/.test(text) ? Number(text) : undefined;
  if (field['x-kind'] === 'time-range') return isTime(text) ? text : undefined;
  if (field.format === 'date-time' || field['x-kind'] === 'date-time-range') {
    // A whole day means its first or last moment in the schools' time zone.
    const moment = isDay(text) ? `${text}T${way === 'to' ? '23:59:59.999' : '00:00:00'}+08:00` : text;
    return isInstant(moment) ? new Date(moment).toISOString() : undefined;
  }
  return text;
}

function wants(field: FieldSchema, match: FilterField['match']): string {
  if (match === 'contains') return `请填写不超过 ${TEXT_MAX} 个字的文字`;
  if (field.enum) return '请从列出的选项中选择';
  if (field.type === 'boolean') return '请选择是或否';
  if (field.format === 'time' || field['x-kind'] === 'time-range') return '请填写时间，例如 14:30';
  if (field.format || field['x-kind'] === 'date-time-range') return '请填写存在的日期，例如 2026-09-01';
  return field.type === 'string' ? '格式不正确' : '请填写范围内的数字';
}

function parseSort(schema: EntitySchema, value: unknown, refuse: Refuse): SortKey[] {
  const keys = split(value, true);
  const wanted = keys.length > 0 ? keys : schema['x-resource'].sort.split(',');
  const sort = wanted.map((key) => ({ field: key.replace(/^-/, ''), descending: key.startsWith('-') }));
  if (keys.length === 0) return sort;
  if (sort.length > SORT_MAX || new Set(sort.map(({ field }) => field)).size < sort.length)
    refuse('sort', `最多按 ${SORT_MAX} 个不同的字段排序`);
  const wrong = sort.find(
    ({ field }) => !Object.hasOwn(schema.properties, field) || !isSortable(schema.properties[field]),
  );
  if (wrong) refuse('sort', `不能按 ${wrong.field.slice(0, 40)} 排序`);
  return sort;
}

/** A list query as URL parameters, the inverse of `parseListQuery`; omits values that equal the default. */
export function toQuery({ page, size, sort, filters }: Partial<ListQuery>): Record<string, string> {
  const entries: [string, string][] = [];
  if (page !== undefined && page !== 1) entries.push(['page', String(page)]);
  if (size !== undefined && size !== PAGE_SIZE_DEFAULT) entries.push(['size', String(size)]);
  if (sort && sort.length > 0)
    entries.push(['sort', sort.map(({ field, descending }) => (descending ? '-' : '') + field).join(',')]);
  for (const filter of filters ?? []) {
    if (filter.match === 'in') entries.push([filter.field, filter.values.join(',')]);
    else
      entries.push([
        filter.match === 'from' || filter.match === 'to' ? `${filter.field}_${filter.match}` : filter.field,
        String(filter.value),
      ]);
  }
  return Object.fromEntries(entries);
}
