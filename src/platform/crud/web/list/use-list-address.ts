import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { sessionStore } from '../../../http/web/portal.ts';
import { listColumns, type Column } from '../../../schema/columns.ts';
import { filterFields, type FilterField } from '../../../schema/filters.ts';
import { isObject } from '../../../schema/json.ts';
import type { EntitySchema } from '../../../schema/types.ts';
import { useStable } from '../../../ui/web/use-stable.ts';
import {
  personalFilters,
  shareableFilters,
  readState,
  filterValues,
  filterParams,
  writeState,
  type ListState,
} from './address.ts';

/** Filters and order of a saved view. */
interface StoredView {
  filters: ListState['filters'];
  sort?: string | undefined;
}

export interface ListAddress {
  filters: readonly FilterField[];
  columns: readonly Column[];
  /** Stable while the URL has the same state. */
  state: ListState;
  /** Filters of the state without personal values. */
  shareable: Readonly<Record<string, string>>;
  /** Applies a saved view; invalid values are ignored. */
  show: (view: StoredView) => void;
  /** Changes part of the state; goes to the first page unless `page` is given. */
  go: (change: Partial<ListState>, options?: { replace: boolean }) => void;
}

/** Key of the personal filters in a history entry; per user, because the history of a tab outlives a sign-out. */
const personalFiltersKey = (): string => `kept:${sessionStore.session()?.user_id ?? ''}`;

/** Address of a list that is filtered by one value; a personal value goes into the history entry. */
export const filteredList = (schema: EntitySchema, pathname: string, field: string, value: string) =>
  schema.properties[field]?.['x-filter']?.personal === true
    ? { pathname, state: { [personalFiltersKey()]: { [field]: value } } }
    : { pathname, search: `?${new URLSearchParams({ [field]: value }).toString()}` };

/**
 * State of a list in the URL: Back, reload and a shared link show the same rows.
 *
 * @param fixed Fixed filters of the page; must be a stable object
 */
export function useListAddress(schema: EntitySchema, fixed: Readonly<Record<string, string>>): ListAddress {
  const [search, setSearch] = useSearchParams();
  const { state: locationState } = useLocation() as { state: unknown };
  const entry = isObject(locationState) ? locationState : {};
  const { filters, columns, sortable } = useMemo(() => {
    // A fixed filter has the same value in every row.
    const all = listColumns(schema).filter(({ field }) => !Object.hasOwn(fixed, field));
    return {
      filters: filterFields(schema).filter(({ field }) => !Object.hasOwn(fixed, field)),
      columns: all,
      sortable: new Set(all.filter((column) => column.sortable).map((column) => column.field)),
    };
  }, [schema, fixed]);
  const stateJson = JSON.stringify(readState(search, filters, sortable, entry[personalFiltersKey()]));
  const state = useMemo(() => JSON.parse(stateJson) as ListState, [stateJson]);
  const go = useStable((change: Partial<ListState>, options?: { replace: boolean }) => {
    const next = { ...state, page: 1, ...change };
    setSearch((now) => writeState(now, next, filters), {
      ...options,
      state: { ...entry, [personalFiltersKey()]: personalFilters(next, filters) },
    });
  });
  const shareable = useMemo(() => shareableFilters(state, filters), [state, filters]);
  const show = useStable(({ filters: wire, sort }: StoredView) =>
    go({ filters: filterParams(filters, filterValues(filters, wire)), sort }),
  );
  return { filters, columns, state, shareable, show, go };
}
