import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import { deliveries, type Delivery } from '../contract.ts';

export const PAGE = 20;
/** While an attempt is due, its outcome is asked for. */
const FOLLOW_MS = 3000;

export type Filter = 'all' | Delivery['state'];

const isDue = ({ state, next_at }: Delivery): boolean =>
  state === 'waiting' && next_at !== undefined && Date.parse(next_at) <= Date.now();

/** A page of what was sent to an address; nothing without one. */
export function useDeliveries(id: string | undefined, filter: Filter, page: number) {
  return useQuery({
    queryKey: ['webhook-deliveries', id, filter, page],
    enabled: id !== undefined,
    queryFn: ({ signal }) =>
      call(
        deliveries,
        { params: { id: id ?? '' }, query: { page, size: PAGE, ...(filter !== 'all' && { state: filter }) } },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data?.items.some(isDue) ? FOLLOW_MS : false),
    gcTime: 0,
  });
}
