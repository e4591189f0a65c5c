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

/** What a stored view asks of a list. */
interface StoredView {
  filters: ListState['filters'];
  sort?: string | undefined;
}

export interface ListAddress {
  filters: readonly FilterField[];
  columns: readonly Column[];
  /** The same object as long as the address says the same of the list. */
  state: ListState;
  /** The filters of the state but for values that a person is known by. */
  shareable: Readonly<Record<string, string>>;
  /** Shows what a stored view asks for; what it says wrongly counts as not stateJson. */
  show: (view: StoredView) => void;
  /** Changes part of the state and goes to the first page, unless the change names one. */
  go: (change: Partial<ListState>, options?: { replace: boolean }) => void;
}

/**
 * Where an entry of the history keeps what does not belong into the address: each person's apart, since a tab's history
 * outlives a sign-out.
 */
const personalFiltersKey = (): string => `kept:${sessionStore.session()?.user_id ?? ''}`;

/**
 * The state of a list as the address holds it: Back, reload and a sent link show the same rows.
 *
 * @param fixed Filters that the page sets itself: always the same object
 */
export function useListAddress(schema: EntitySchema, fixed: Readonly<Record<string, string>>): ListAddress {
  const [search, setSearch] = useSearchParams();
  const { state: locationState } = useLocation() as { state: unknown };
  const entry = isObject(locationState) ? locationState : {};
  const { filters, columns, sortable } = useMemo(() => {
    // What the page is about is the same in every row.
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
