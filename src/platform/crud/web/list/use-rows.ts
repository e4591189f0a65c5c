import { useList, type GetListResponse } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PAGE_SIZE_DEFAULT } from '../../../contract/common.ts';
import { takeEarlyData } from '../../../http/web/portal.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import type { EntitySchema } from '../../../schema/types.ts';
import { quietly } from '../../../ui/web/failure.ts';
import { useStable } from '../../../ui/web/use-stable.ts';
import { rowsRequest } from '../first-requests.ts';
import { sortersOf } from './sorters.ts';
import type { ListAddress } from './use-list-address.ts';

const NO_ROWS: readonly Row[] = [];

/** In milliseconds; rows that were there before the first render are not requested again by it. */
const FRESH_MS = 10_000;

export interface Rows {
  /** `undefined` while the first page loads. */
  rows: readonly Row[] | undefined;
  total: number | undefined;
  /** True while a page loads and the current one is still shown. */
  busy: boolean;
  error: unknown;
  reload: () => void;
}

/** The first page, where an early request has brought it before the list is rendered. */
function earlyRows({ 'x-resource': { path, paths } }: EntitySchema): GetListResponse<Row> | undefined {
  const page = takeEarlyData<{ items: Row[]; total: number }>(rowsRequest(paths?.list ?? path));
  return page && { data: page.items, total: page.total };
}

/**
 * The rows of a list state. The previous page stays until the next is loaded; a page after the last redirects to the
 * last.
 */
export function useRows(
  { name: resource, schema }: Entity,
  { state: { filters, sort, page, size }, go }: ListAddress,
  fixed: Readonly<Record<string, string>>,
): Rows {
  const asked = Object.entries({ ...filters, ...fixed });
  const isFirst = page === 1 && size === PAGE_SIZE_DEFAULT && sort === undefined && asked.length === 0;
  const { query } = useList<Row>({
    resource,
    pagination: { currentPage: page, pageSize: size },
    sorters: sortersOf(sort),
    filters: asked.map(([field, value]) => ({ field, operator: 'eq', value })),
    ...quietly,
    queryOptions: {
      placeholderData: keepPreviousData,
      initialData: () => (isFirst ? earlyRows(schema) : undefined),
      staleTime: ({ state: { dataUpdateCount } }) => (dataUpdateCount === 0 ? FRESH_MS : 0),
    },
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
