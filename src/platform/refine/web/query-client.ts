import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../../session/web/notify-failure.ts';

/** Options of a mutation that runs inside another one, which reports the failure of both. */
export const inner = { mutationOptions: { meta: { inner: true } } } as const;

/**
 * Every failed query and mutation is told in one place; retries are the http layer's affair, and only where they make
 * sense. Whatever a browser thinks of its connection, it tries: one that waits to be online shows a spinner for ever
 * and keeps nobody's words.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: notifyFailure }),
    mutationCache: new MutationCache({
      onError(error, _variables, _context, { meta }) {
        if (meta?.['inner'] !== true) notifyFailure(error);
      },
    }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, staleTime: 0 },
      mutations: { networkMode: 'always', retry: false },
    },
  });
