import type { CrudSort } from '@refinedev/core';

/** Converts `field` or `-field` of the URL to Refine's sorters. */
export const sortersOf = (sort: string | undefined): CrudSort[] =>
  sort === undefined ? [] : [{ field: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'desc' : 'asc' }];

/** The inverse; `undefined` for the default order. */
export const sortOf = ([first]: readonly CrudSort[]): string | undefined =>
  first && `${first.order === 'desc' ? '-' : ''}${first.field}`;
