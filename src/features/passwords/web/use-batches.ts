import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import type { PasswordBatch } from '../contract/passwords.ts';
import { useWhose } from './whose.ts';

const KEY = ['password-batches'];
const POLL_MS = 1500;

export const isMaking = ({ state }: PasswordBatch): boolean => state === 'preparing';
const OPEN = ['preparing', 'ready', 'in_effect', 'failed'] as const;
/** A batch that waits for something to be done with it. */
export type OpenBatch = PasswordBatch & { state: (typeof OPEN)[number] };
export const isOpen = (batch: PasswordBatch): batch is OpenBatch => OPEN.some((state) => state === batch.state);

/** The organisation's latest batches, asked for again while one is being made. */
export function useBatches() {
  const client = useQueryClient();
  const { calls } = useWhose();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(calls.resets, {}, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.items.some(isMaking) ? POLL_MS : false),
  });
  return { ...query, changed: () => client.invalidateQueries({ queryKey: KEY }) };
}
