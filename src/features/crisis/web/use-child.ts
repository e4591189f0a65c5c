import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import { child } from '../../students/public.ts';

/** Milliseconds; the student is additional information, so the dialog does not wait for it. */
const TIMEOUT_MS = 5000;

/** A student's base info: level of the open case and referral status (`spec §7`). */
export const useChild = (id: string | undefined) =>
  useQuery({
    queryKey: ['child', id],
    queryFn: ({ signal }) => call(child, { params: { id: id ?? '' } }, { signal, quiet: true, timeout: TIMEOUT_MS }),
    enabled: id !== undefined,
    gcTime: 0,
    retry: false,
  });
