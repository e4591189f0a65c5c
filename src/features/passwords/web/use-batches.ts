import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import type { PasswordBatch } from '../contract/passwords.ts';
import { usePasswordCalls } from './password-calls.ts';

const KEY = ['password-batches'];
const POLL_MS = 1500;

export const isPreparing = ({ state }: PasswordBatch): boolean => state === 'preparing';
const OPEN_STATES = ['preparing', 'ready', 'in_effect', 'failed'] as const;
/** A batch that needs another action. */
export type OpenBatch = PasswordBatch & { state: (typeof OPEN_STATES)[number] };
export const isOpen = (batch: PasswordBatch): batch is OpenBatch => OPEN_STATES.some((state) => state === batch.state);

/** The latest batches of the organisation; polled while one is in preparation. */
export function useBatches() {
  const client = useQueryClient();
  const { calls } = usePasswordCalls();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(calls.resets, {}, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.items.some(isPreparing) ? POLL_MS : false),
  });
  return { ...query, changed: () => client.invalidateQueries({ queryKey: KEY }) };
}
