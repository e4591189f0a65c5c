import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../http/web/call.ts';
import { listViews } from '../../contract/views.ts';

/** The saved views of a list. */
export const viewsQuery = (resource: string) =>
  queryOptions({
    queryKey: ['views', resource],
    retry: false,
    staleTime: 0,
    queryFn: async ({ signal }) => (await call(listViews, { query: { resource } }, { signal, quiet: true })).items,
  });
