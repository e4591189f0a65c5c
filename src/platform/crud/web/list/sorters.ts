import type { CrudSort } from '@refinedev/core';

/** The order of a list as Refine holds it; in the address it is `field` or `-field`. */
export const sortersOf = (sort: string | undefined): CrudSort[] =>
  sort === undefined ? [] : [{ field: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'desc' : 'asc' }];

/** The inverse; `undefined` where the list keeps its own order. */
export const sortOf = ([first]: readonly CrudSort[]): string | undefined =>
  first && `${first.order === 'desc' ? '-' : ''}${first.field}`;
