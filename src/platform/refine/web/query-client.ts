import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../../session/web/notify-failure.ts';

/** Options of a mutation that runs inside another one, which reports the failure of both. */
export const inner = { mutationOptions: { meta: { inner: true } } } as const;

/**
 * `notifyFailure` shows every failed query and mutation; the HTTP client retries. Requests run even if the browser
 * reports to be offline (`networkMode`), because waiting would show a spinner without end and lose input.
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
