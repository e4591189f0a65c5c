import { PAGE_OFFSET_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZES } from '../../../contract/common.ts';
import { wireNames, type FilterField } from '../../../schema/filters.ts';
import { isObject } from '../../../schema/json.ts';
import type { Scalar } from '../../../schema/types.ts';

/**
 * Query of a list. The URL contains it without personal values (`look.md`, privacy), which are kept in the history
 * entry for Back and reload.
 */
export interface ListState {
  /** Query parameter → text; a range has two parameters. */
  filters: Readonly<Record<string, string>>;
  /** `field` or `-field`; undefined for the default order of the schema. */
  sort: string | undefined;
  page: number;
  size: number;
}

/** Values of the query bar's inputs, by field name. */
export type FilterValues = Readonly<Record<string, unknown>>;

function typed(type: FilterField['type'], text: string): Scalar | undefined {
  if (text === '') return undefined;
  if (type === 'string' || type === 'array') return text;
  if (type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Value of a filter input from query parameters; undefined if invalid. */
function valueOf(filter: FilterField, wire: Readonly<Record<string, string>>): unknown {
  const texts = wireNames(filter).map((name) => wire[name] ?? '');
  if (filter.match === 'range') {
    const pair = texts.map((text) => typed(filter.type, text));
    return pair.every((each) => each === undefined) ? undefined : pair;
  }
  const [text = ''] = texts;
  if (filter.match !== 'in') return typed(filter.type, text);
  const several = text.split(',').flatMap((each) => typed(filter.type, each) ?? []);
  return several.length === 0 ? undefined : several;
}

/** Query parameters of a filter input; none if it is empty. */
function wireOf(filter: FilterField, value: unknown): [string, string][] {
  const texts: unknown[] = filter.match === 'range' && Array.isArray(value) ? value : [value];
  return wireNames(filter).flatMap((name, i): [string, string][] => {
    const text = String(texts[i] ?? '').trim();
    return text === '' ? [] : [[name, text]];
  });
}

export const filterValues = (filters: readonly FilterField[], wire: Readonly<Record<string, string>>): FilterValues =>
  Object.fromEntries(
    filters.flatMap((filter) => {
      const value = valueOf(filter, wire);
      return value === undefined ? [] : [[filter.field, value]];
    }),
  );

export const filterParams = (filters: readonly FilterField[], values: FilterValues): Record<string, string> =>
  Object.fromEntries(filters.flatMap((filter) => wireOf(filter, values[filter.field])));

const whole = (text: string | null): number => (text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0);

const namesOf = (filters: readonly FilterField[], personal: boolean): string[] =>
  filters.filter((filter) => filter.personal === personal).flatMap(wireNames);

/** The text entries with these names. */
const only = (names: readonly string[], wire: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (typeof wire[name] === 'string' ? [[name, wire[name]]] : [])));

/** Filters without personal values. */
export const shareableFilters = (state: ListState, filters: readonly FilterField[]): Record<string, string> =>
  only(namesOf(filters, false), state.filters);

/** Filters with personal values, for the history entry. */
export const personalFilters = (state: ListState, filters: readonly FilterField[]): Record<string, string> =>
  only(namesOf(filters, true), state.filters);

/**
 * Reads a list's state from URL and history entry; invalid values are ignored.
 *
 * @param kept Output of `personalFilters`, or any other content of the entry
 */
export function readState(
  search: URLSearchParams,
  filters: readonly FilterField[],
  sortable: ReadonlySet<string>,
  kept: unknown = {},
): ListState {
  const sort = search.get('sort') ?? '';
  const wanted = whole(search.get('size'));
  const size = PAGE_SIZES.find((each) => each === wanted) ?? PAGE_SIZE_DEFAULT;
  const page = whole(search.get('page')) || 1;
  return {
    // Converted to input values and back, so that only filters of the query bar are sent.
    filters: filterParams(
      filters,
      filterValues(filters, {
        ...only(namesOf(filters, false), Object.fromEntries(search)),
        ...(isObject(kept) && only(namesOf(filters, true), kept)),
      }),
    ),
    sort: sortable.has(sort.replace(/^-/, '')) ? sort : undefined,
    page: (page - 1) * size <= PAGE_OFFSET_MAX ? page : 1,
    size,
  };
}

/** Writes a list's state into a URL; other parameters stay. */
export function writeState(
  search: URLSearchParams,
  state: ListState,
  filters: readonly FilterField[],
): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | undefined) =>
    value === undefined ? next.delete(name) : next.set(name, value);
  for (const name of namesOf(filters, false)) put(name, state.filters[name]);
  for (const name of namesOf(filters, true)) next.delete(name);
  put('sort', state.sort);
  put('page', state.page === 1 ? undefined : String(state.page));
  put('size', state.size === PAGE_SIZE_DEFAULT ? undefined : String(state.size));
  return next;
}
