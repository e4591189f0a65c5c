import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { sessionStore } from '../../../http/web/portal.ts';
import { listColumns, type Column } from '../../../schema/columns.ts';
import { filterFields, type FilterField } from '../../../schema/filters.ts';
import { isObject } from '../../../schema/json.ts';
import type { EntitySchema } from '../../../schema/types.ts';
import { useStable } from '../../../ui/web/use-stable.ts';
import { keptOf, publicOf, readState, valuesOf, wireFilters, writeState, type ListState } from './address.ts';

/** What a stored view asks of a list. */
interface StoredLook {
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
  /** Shows what a stored view asks for; what it says wrongly counts as not said. */
  show: (view: StoredLook) => void;
  /** Changes part of the state and goes to the first page, unless the change names one. */
  go: (change: Partial<ListState>, options?: { replace: boolean }) => void;
}

/**
 * Where an entry of the history keeps what does not belong into the address: each person's apart, since a tab's history
 * outlives a sign-out.
 */
const keptKey = (): string => `kept:${sessionStore.session()?.user_id ?? ''}`;

/**
 * The state of a list as the address holds it: Back, reload and a sent link show the same rows.
 *
 * @param fixed Filters that the page sets itself: always the same object
 */
export function useListAddress(schema: EntitySchema, fixed: Readonly<Record<string, string>>): ListAddress {
  const [search, setSearch] = useSearchParams();
  const { state: left } = useLocation() as { state: unknown };
  const entry = isObject(left) ? left : {};
  const { filters, columns, sortable } = useMemo(() => {
    // What the page is about is the same in every row.
    const all = listColumns(schema).filter(({ field }) => !Object.hasOwn(fixed, field));
    return {
      filters: filterFields(schema).filter(({ field }) => !Object.hasOwn(fixed, field)),
      columns: all,
      sortable: new Set(all.filter((column) => column.sortable).map((column) => column.field)),
    };
  }, [schema, fixed]);
  const said = JSON.stringify(readState(search, filters, sortable, entry[keptKey()]));
  const state = useMemo(() => JSON.parse(said) as ListState, [said]);
  const go = useStable((change: Partial<ListState>, options?: { replace: boolean }) => {
    const next = { ...state, page: 1, ...change };
    setSearch((now) => writeState(now, next, filters), {
      ...options,
      state: { ...entry, [keptKey()]: keptOf(next, filters) },
    });
  });
  const shareable = useMemo(() => publicOf(state, filters), [state, filters]);
  const show = useStable(({ filters: wire, sort }: StoredLook) =>
    go({ filters: wireFilters(filters, valuesOf(filters, wire)), sort }),
  );
  return { filters, columns, state, shareable, show, go };
}
