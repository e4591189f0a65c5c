import type { CrudFilters, CrudSort, LogicalFilter } from '@refinedev/core';

/** Suffix of the query parameter of a filter's bound (`api.md`). */
const SUFFIX: Partial<Record<LogicalFilter['operator'], string>> = { gte: '_from', lte: '_to' };

const textOf = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(',') : String(value));

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** `field` or `-field`, comma-separated (`api.md`, envelope). */
export const wireSort = (sorters: readonly CrudSort[]): string =>
  sorters.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join(',');

/** Query parameters of Refine's filters: bounds by suffix, several values comma-separated. */
export function wireFilters(filters: CrudFilters): Record<string, string> {
  const out: Record<string, string> = {};
  for (const filter of filters) {
    if (!('field' in filter)) throw new TypeError('only filters of fields are supported');
    if (!isEmpty(filter.value)) out[filter.field + (SUFFIX[filter.operator] ?? '')] = textOf(filter.value);
  }
  return out;
}
