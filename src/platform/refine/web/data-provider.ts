import type { BaseRecord, CrudSort, CustomParams, DataProvider, MetaQuery } from '@refinedev/core';
import simpleRest from '@refinedev/simple-rest';
import type { AxiosInstance, AxiosRequestConfig } from 'axios';
import { ApiError } from '../../http/web/api-error.ts';
import type { ResourceMeta } from '../../schema/resource-meta.ts';
import type { SchemasNow } from '../../session/web/portal-data.ts';
import { isRecord } from '../../state/web/storage.ts';
import { wireFilters, wireSort } from './wire-query.ts';

/** With `meta.quiet` a failure shows no message. */
const asAsked = <T>(meta: MetaQuery | undefined, work: Promise<T>): Promise<T> =>
  meta?.quiet === true
    ? work.catch((error: unknown) => Promise.reject(error instanceof ApiError ? error.quieted() : error))
    : work;

const headersOf = (meta: MetaQuery | undefined) => meta?.['headers'] as Readonly<Record<string, string>> | undefined;

/** Request options from `meta`: headers (idempotency key), signal and `quiet`. */
const optionsOf = (meta: MetaQuery | undefined): AxiosRequestConfig => ({
  headers: { ...headersOf(meta) },
  signal: meta?.queryContext?.signal,
  quiet: meta?.['quiet'] === true,
});

const sortOf = (sorters: readonly CrudSort[]) => (sorters.length > 0 ? { sort: wireSort(sorters) } : {});

interface Page<T> {
  total: number;
  items: T[];
}

/**
 * Refine's data provider for every resource with a schema: @refinedev/simple-rest over the signed axios, which already
 * decodes the envelope. Lists use page, size, sort and filters of `api.md`, envelope.
 */
export function createDataProvider(http: AxiosInstance, schemas: SchemasNow): DataProvider {
  const rest = simpleRest('', http);

  const metaOf = (resource: string): ResourceMeta => {
    const meta = schemas.get(resource)?.['x-resource'];
    if (meta === undefined) throw new TypeError(`resource ${resource} has no schema`);
    return meta;
  };
  /** Refine's name of a resource → its path without the leading slash, which simple-rest adds. */
  const pathOf = (resource: string): string => metaOf(resource).path.slice(1);
  const listPathOf = (resource: string): string => {
    const { path, paths } = metaOf(resource);
    return paths?.list ?? path;
  };

  return {
    getApiUrl: rest.getApiUrl,

    async getList<T extends BaseRecord>({
      resource,
      pagination,
      filters = [],
      sorters = [],
      meta,
    }: Parameters<DataProvider['getList']>[0]) {
      const { data } = await http.get<Page<T>>(listPathOf(resource), {
        params: {
          page: pagination?.currentPage,
          size: pagination?.pageSize,
          ...sortOf(sorters),
          ...wireFilters(filters),
        },
        ...optionsOf(meta),
      });
      return { data: data.items, total: data.total };
    },

    getOne: ({ resource, id, meta }) =>
      asAsked(meta, rest.getOne({ meta, resource: pathOf(resource), id: encodeURIComponent(id) })),
    create: ({ resource, variables, meta }) =>
      asAsked(meta, rest.create({ variables, meta, resource: pathOf(resource) })),
    update: ({ resource, id, variables, meta }) =>
      asAsked(
        meta,
        rest.update({
          variables,
          resource: pathOf(resource),
          id: encodeURIComponent(id),
          meta: { ...meta, method: 'put' },
        }),
      ),
    deleteOne: ({ resource, id, variables, meta }) =>
      asAsked(meta, rest.deleteOne({ variables, meta, resource: pathOf(resource), id: encodeURIComponent(id) })),

    // The answer holds the number of deleted rows, not the rows (`api.md`).
    async deleteMany({ resource, ids, meta }) {
      await http.post(`/${pathOf(resource)}/batch_delete`, { ids }, optionsOf(meta));
      return { data: [] };
    },

    // Not simple-rest: it formats filters differently and drops the query of a write.
    async custom<T extends BaseRecord>(request: CustomParams) {
      const { url, method, payload, query, headers, sorters = [], filters = [], meta } = request;
      const params = { ...sortOf(sorters), ...wireFilters(filters), ...(isRecord(query) && query) };
      const options = { ...optionsOf(meta), headers: { ...headersOf(meta), ...headers } };
      const { data } = await http.request<T>({ ...options, url, method, params, data: payload });
      return { data };
    },
  };
}
