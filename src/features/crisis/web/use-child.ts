import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import { child } from '../../students/contract.ts';

/** Nobody waits for what is only shown or asked about beside the matter itself. */
const TIMEOUT_MS = 5000;

/** A student's base info: how grave their case is, and whether they are being referred (`spec §7`). */
export const useChild = (id: string | undefined) =>
  useQuery({
    queryKey: ['child', id],
    queryFn: ({ signal }) => call(child, { params: { id: id ?? '' } }, { signal, quiet: true, timeout: TIMEOUT_MS }),
    enabled: id !== undefined,
    gcTime: 0,
    retry: false,
  });
