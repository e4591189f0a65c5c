import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import { exportTasks, EXPORTS_PAGE } from '../contract.ts';
import { EXPORT_STATUS } from './export-status.ts';

const KEY = ['export-tasks'];
/** Milliseconds between polls (`spec §9`). */
const POLL_MS = 5000;

/** The user's own export tasks, page by page. Polls while the list is open and a file is in preparation. */
export function useExportTasks(open: boolean) {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: KEY,
    enabled: open,
    gcTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(exportTasks, { query: { page: pageParam, size: EXPORTS_PAGE } }, { signal, quiet: true }),
    getNextPageParam: ({ total }, pages) => (pages.length * EXPORTS_PAGE < total ? pages.length + 1 : undefined),
    refetchInterval: ({ state }) =>
      open && state.data?.pages.some(({ items }) => items.some(({ status }) => status === EXPORT_STATUS.preparing))
        ? POLL_MS
        : false,
  });
  return {
    ...query,
    tasks: query.data?.pages.flatMap(({ items }) => items),
    changed: () => client.invalidateQueries({ queryKey: KEY }),
  };
}
