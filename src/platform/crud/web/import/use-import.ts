import { useInvalidate } from '@refinedev/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../http/web/call.ts';
import type { Import } from '../../../imports/contract.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { useStable } from '../../../ui/web/use-stable.ts';

const RUNNING = ['reading', 'writing', 'undoing'];
export const isRunning = ({ status }: Pick<Import, 'status'>): boolean => RUNNING.includes(status);

/** Poll interval of a running import, in milliseconds. */
const POLL_MS = 700;

/** Polls an import while it runs. @param onEnd Called once when a running import has ended */
export function useImport(id: string | undefined, { name, calls }: Entity, onEnd: (ended: Import) => void) {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const query = useQuery({
    queryKey: ['import', id],
    enabled: id !== undefined,
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) => call(calls.importOf, { params: { id: id ?? '' } }, { signal, quiet: true }),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? POLL_MS : false),
    refetchIntervalInBackground: true,
  });
  const { data } = query;
  const was = useRef<string | undefined>(undefined);
  const ended = useStable((last: Import) => {
    void client.invalidateQueries({ queryKey: ['imports'] });
    void client.invalidateQueries({ queryKey: ['import-rows', last.import_id] });
    if (last.written.created + last.written.updated > 0)
      void invalidate({ resource: name, invalidates: ['list', 'many'] });
    onEnd(last);
  });
  useEffect(() => {
    if (!data) return;
    if (was.current === `${data.import_id} running` && !isRunning(data)) ended(data);
    was.current = isRunning(data) ? `${data.import_id} running` : undefined;
  }, [data, ended]);
  return {
    import: data,
    error: query.error,
    refetch: query.refetch,
    put: useStable((next: Import) => client.setQueryData(['import', next.import_id], next)),
  };
}
