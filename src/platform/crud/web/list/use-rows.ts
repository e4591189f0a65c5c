import { useList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Row } from '../../../resources/contract/resource.ts';
import { quietly } from '../../../ui/web/failure.ts';
import { useStable } from '../../../ui/web/use-stable.ts';
import { sortersOf } from './sorters.ts';
import type { ListAddress } from './use-list-address.ts';

const NO_ROWS: readonly Row[] = [];

export interface Rows {
  /** `undefined` while the first page loads. */
  rows: readonly Row[] | undefined;
  total: number | undefined;
  /** True while a page loads and the current one is still shown. */
  busy: boolean;
  error: unknown;
  reload: () => void;
}

/**
 * The rows of a list state. The previous page stays until the next is loaded; a page after the last redirects to the
 * last.
 */
export function useRows(
  resource: string,
  { state: { filters, sort, page, size }, go }: ListAddress,
  fixed: Readonly<Record<string, string>>,
): Rows {
  const { query } = useList<Row>({
    resource,
    pagination: { currentPage: page, pageSize: size },
    sorters: sortersOf(sort),
    filters: Object.entries({ ...filters, ...fixed }).map(([field, value]) => ({ field, operator: 'eq', value })),
    ...quietly,
    queryOptions: { placeholderData: keepPreviousData },
  });
  const total = query.data?.total;
  const behind = !query.isPlaceholderData && total !== undefined && page > 1 && (page - 1) * size >= total;
  useEffect(() => {
    if (behind) go({ page: Math.max(1, Math.ceil((total ?? 0) / size)) }, { replace: true });
  });
  return {
    rows: query.isError ? NO_ROWS : behind ? undefined : query.data?.data,
    total: query.isError ? undefined : total,
    busy: query.isFetching,
    error: query.error,
    reload: useStable(() => void query.refetch()),
  };
}
