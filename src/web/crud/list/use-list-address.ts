import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { filterFields, type FilterField } from '../../../shared/schema/filters.ts';
import { listColumns, type Column } from '../../../shared/schema/columns.ts';
import type { EntitySchema } from '../../../shared/schema/types.ts';
import { useStable } from '../use-stable.ts';
import { readState, writeState, type ListState } from './address.ts';

export interface ListAddress {
  filters: readonly FilterField[];
  columns: readonly Column[];
  /** The same object as long as the address says the same of the list. */
  state: ListState;
  /** Changes part of the state and goes to the first page, unless the change names one. */
  go: (change: Partial<ListState>, options?: { replace: boolean }) => void;
}

/** The state of a list as the address holds it: Back, reload and a sent link show the same rows. */
export function useListAddress(schema: EntitySchema): ListAddress {
  const [search, setSearch] = useSearchParams();
  const { filters, columns, sortable } = useMemo(() => {
    const all = listColumns(schema);
    return { filters: filterFields(schema), columns: all, sortable: new Set(all.filter((column) => column.sortable).map((column) => column.field)) };
  }, [schema]);
  const said = JSON.stringify(readState(search, filters, sortable));
  const state = useMemo(() => JSON.parse(said) as ListState, [said]);
  const go = useStable((change: Partial<ListState>, options?: { replace: boolean }) =>
    setSearch((now) => writeState(now, { ...readState(now, filters, sortable), page: 1, ...change }, filters), options));
  return { filters, columns, state, go };
}
