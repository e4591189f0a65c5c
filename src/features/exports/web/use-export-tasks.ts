import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import { exportTasks, EXPORTS_PAGE } from '../contract.ts';

const KEY = ['export-tasks'];
/** `spec §9` */
const POLL_MS = 5000;
const PACKING = 0;

/** One's own export tasks, twenty a page; asked for again every five seconds while any is packed and the list is open. */
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
      open && state.data?.pages.some(({ items }) => items.some(({ status }) => status === PACKING)) ? POLL_MS : false,
  });
  return {
    ...query,
    tasks: query.data?.pages.flatMap(({ items }) => items),
    changed: () => client.invalidateQueries({ queryKey: KEY }),
  };
}
