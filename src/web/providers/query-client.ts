import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { notifyFailure } from './notify-failure.ts';

/** Every failed query and mutation is told in one place; retries are the http layer's affair, and only where they make sense. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: notifyFailure }),
    mutationCache: new MutationCache({ onError: notifyFailure }),
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0 }, mutations: { retry: false } },
  });
