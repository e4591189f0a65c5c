import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../http/web/call.ts';
import { createView, deleteView, updateView, type View } from '../../contract/views.ts';
import type { ListAddress } from '../list/use-list-address.ts';
import type { ViewSetting } from '../list/use-view.ts';
import { viewsQuery } from './views-query.ts';

/** Content of a saved view. */
export type ViewContent = Pick<View, 'filters' | 'sort' | 'order' | 'hidden' | 'shown_as'>;

/** Current state of the list without personal values. */
export function currentContent(
  { shareable, shownAs, state: { sort } }: ListAddress,
  { view: { order, hidden } }: ViewSetting,
): ViewContent {
  return {
    filters: { ...shareable },
    ...(sort !== undefined && { sort }),
    ...(shownAs !== undefined && { shown_as: shownAs }),
    order: [...order],
    hidden: [...hidden],
  };
}

/** Content of a view without its other properties. */
export const contentOf = ({ filters, sort, order, hidden, shown_as }: ViewContent): ViewContent => ({
  filters,
  ...(sort !== undefined && { sort }),
  ...(shown_as !== undefined && { shown_as }),
  order,
  hidden,
});

const serialise = ({ filters, sort, order, hidden, shown_as }: ViewContent) =>
  JSON.stringify([
    Object.entries(filters).sort(([a], [b]) => a.localeCompare(b)),
    sort ?? null,
    order,
    hidden,
    shown_as ?? null,
  ]);
/** Compares contents; the order of the filters is ignored. */
export const hasSameContent = (a: ViewContent, b: ViewContent): boolean => serialise(a) === serialise(b);

const quiet = { quiet: true } as const;

/** The saved views of a list. Changes throw ApiError. */
export function useViews(resource: string) {
  const client = useQueryClient();
  const query = viewsQuery(resource);
  const { data, error, isPending, refetch } = useQuery(query);
  const put = (change: (views: readonly View[]) => View[]) =>
    client.setQueryData<View[]>(query.queryKey, (views = []) => change(views));
  return {
    views: data,
    failed: error !== null,
    loading: isPending,
    retry: () => void refetch(),
    async add(content: ViewContent & Pick<View, 'name' | 'shared'>) {
      const made = await call(createView, { body: { resource, ...content } }, quiet);
      put((views) => [...views, made].sort((a, b) => a.name.localeCompare(b.name, 'zh')));
    },
    async change({ view_id: id }: View, content: ViewContent & Pick<View, 'name' | 'shared'>) {
      const changed = await call(updateView, { params: { id }, body: content }, quiet);
      put((views) => views.map((view) => (view.view_id === id ? changed : view)));
    },
    async remove({ view_id: id }: View) {
      await call(deleteView, { params: { id } }, quiet);
      put((views) => views.filter((view) => view.view_id !== id));
    },
  };
}
