import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../../session/web/notify-failure.ts';

/**
 * Every failed query and mutation is told in one place; retries are the http layer's affair, and only where they make
 * sense. Whatever a browser thinks of its connection, it tries: one that waits to be online shows a spinner for ever
 * and keeps nobody's words.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: notifyFailure }),
    mutationCache: new MutationCache({ onError: notifyFailure }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, staleTime: 0 },
      mutations: { networkMode: 'always', retry: false },
    },
  });
