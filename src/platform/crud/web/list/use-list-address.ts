import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { sessionStore } from '../../../http/web/portal.ts';
import { listColumns, type Column } from '../../../schema/columns.ts';
import { filterFields, type FilterField } from '../../../schema/filters.ts';
import { isObject } from '../../../schema/json.ts';
import { VIEW_PARAM } from '../../../schema/query.ts';
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

/** Names a saved view in the address of its list; a hyphen is in no field's name. */
export const SAVED_VIEW_PARAM = 'view-saved';

/** Filters and order of a saved view. */
interface StoredView {
  filters: ListState['filters'];
  sort?: string | undefined;
  shown_as?: string | undefined;
}

export interface ListAddress {
  filters: readonly FilterField[];
  columns: readonly Column[];
  /** Stable while the URL has the same state. */
  state: ListState;
  /** Filters of the state without personal values. */
  shareable: Readonly<Record<string, string>>;
  /** Key of the view that the address names. */
  shownAs: string | undefined;
  /** Shows the rows in another view, or as a table. */
  showAs: (key: string | undefined) => void;
  /** Id of the saved view that the address asks for. */
  savedView: string | undefined;
  /** Applies a saved view; invalid values are ignored. Without one the address only forgets the view it asked for. */
  show: (view: StoredView | undefined, options?: { replace: boolean }) => void;
  /** Whether the address says nothing about the list. */
  isPlain: boolean;
  /** Changes part of the state; goes to the first page unless `page` is given. */
  go: (change: Partial<ListState>, options?: { replace: boolean }) => void;
}

/** The query with the view that it shows; without one, that is the table. */
function withView(query: URLSearchParams, key: string | undefined): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete(SAVED_VIEW_PARAM);
  if (key === undefined) next.delete(VIEW_PARAM);
  else next.set(VIEW_PARAM, key);
  return next;
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
  const shownAs = search.get(VIEW_PARAM) ?? undefined;
  const goTo = (change: Partial<ListState>, as: string | undefined, options?: { replace: boolean }) => {
    const next = { ...state, page: 1, ...change };
    setSearch((now) => withView(writeState(now, next, filters), as), {
      ...options,
      state: { ...entry, [personalFiltersKey()]: personalFilters(next, filters) },
    });
  };
  const go = useStable((change: Partial<ListState>, options?: { replace: boolean }) => goTo(change, shownAs, options));
  const showAs = useStable((key: string | undefined) => goTo({}, key));
  const shareable = useMemo(() => shareableFilters(state, filters), [state, filters]);
  const show = useStable((view: StoredView | undefined, options?: { replace: boolean }) => {
    if (view === undefined) return goTo({ page: state.page }, shownAs, options);
    const { filters: wire, sort, shown_as: as } = view;
    return goTo({ filters: filterParams(filters, filterValues(filters, wire)), sort }, as, options);
  });
  const savedView = search.get(SAVED_VIEW_PARAM) ?? undefined;
  // `view` chooses among the lists of a page.
  const isPlain = [...search.keys()].every((key) => key === 'view') && Object.keys(state.filters).length === 0;
  return { filters, columns, state, shareable, shownAs, savedView, isPlain, showAs, show, go };
}
