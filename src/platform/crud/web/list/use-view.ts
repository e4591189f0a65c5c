import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../http/web/call.ts';
import { takeEarlyData } from '../../../http/web/portal.ts';
import type { Column } from '../../../schema/columns.ts';
import { isObject } from '../../../schema/json.ts';
import { getPreference, listPreference, putPreference } from '../../contract/preferences.ts';
import { viewRequest } from '../first-requests.ts';

export const DENSITIES = ['large', 'middle', 'small'] as const;
export type Density = (typeof DENSITIES)[number];

/** A user's settings of a list. New columns keep their place in the order of the schema. */
export interface View {
  order: readonly string[];
  hidden: readonly string[];
  density: Density;
  /** Id of the saved view that the list opens with. */
  opens_with?: string;
}

const DEFAULT_VIEW: View = { order: [], hidden: [], density: 'middle' };
const SAVE_AFTER_MS = 500;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** The stored value may come from an older version. */
function viewOf(stored: unknown): View {
  if (!isObject(stored)) return DEFAULT_VIEW;
  return {
    order: texts(stored['order']),
    hidden: texts(stored['hidden']),
    density: DENSITIES.find((each) => each === stored['density']) ?? DEFAULT_VIEW.density,
    ...(typeof stored['opens_with'] === 'string' && { opens_with: stored['opens_with'] }),
  };
}

/** Columns in the user's order; the first column, which names the row, stays first. */
export function arrange<C extends Pick<Column, 'field'>>(columns: readonly C[], { order }: View): C[] {
  const [first, ...rest] = columns;
  if (first === undefined) return [];
  const known = new Map(rest.map((column) => [column.field, column]));
  const wanted = order.flatMap((field) => known.get(field) ?? []);
  const placed = new Set(wanted.map((column) => column.field));
  // An unknown column is placed after its predecessor in the schema.
  const out: C[] = [first, ...wanted];
  for (const [i, column] of rest.entries()) {
    if (placed.has(column.field)) continue;
    const before = rest[i - 1] ?? first;
    out.splice(out.findIndex((each) => each.field === before.field) + 1, 0, column);
  }
  return out;
}

export interface ViewSetting {
  view: View;
  /** True when the stored view is loaded or has failed to load. */
  ready: boolean;
  change: (change: Partial<View>) => void;
  reset: () => void;
}

/** A list's view, stored per user on the server. Failures are ignored: the default is used or the change is lost. */
export function useView(name: string): ViewSetting {
  const client = useQueryClient();
  const key = listPreference(name);
  const queryKey = ['preference', key];
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      viewOf((await call(getPreference, { params: { key } }, { signal, quiet: true })).value),
    initialData: () => {
      const early = takeEarlyData<{ value?: unknown }>(viewRequest(name));
      return early && viewOf(early.value);
    },
    staleTime: Infinity,
    retry: false,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useRef<View>(undefined);

  const save = () => {
    clearTimeout(timer.current);
    const view = unsaved.current;
    if (view === undefined) return;
    unsaved.current = undefined;
    call(putPreference, { params: { key }, body: { value: { ...view } } }, { quiet: true }).catch(() => undefined);
  };
  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
  });
  // Saves the last change when the page is left.
  useEffect(() => () => latestSave.current(), []);

  const view = data ?? DEFAULT_VIEW;
  const set = (next: View) => {
    client.setQueryData(queryKey, next);
    unsaved.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(save, SAVE_AFTER_MS);
  };
  return {
    view,
    ready: !isPending,
    change: (change) => set({ ...view, ...change }),
    reset: () => set({ ...DEFAULT_VIEW, ...(view.opens_with !== undefined && { opens_with: view.opens_with }) }),
  };
}
