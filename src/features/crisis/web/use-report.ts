import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { reportCrisis, reportWarning } from '../contract/crisis.ts';
import type { ReportPayload } from '../rules/crisis-report.ts';
import type { CrisisPayload } from '../rules/warning-verification.ts';

const isCrisis = (body: ReportPayload | CrisisPayload): body is CrisisPayload => 'crisis_level' in body;
const post = (body: ReportPayload | CrisisPayload, idempotencyKey: string): Promise<unknown> =>
  isCrisis(body)
    ? call(reportCrisis, { body }, { quiet: true, idempotencyKey })
    : call(reportWarning, { body }, { quiet: true, idempotencyKey });

interface Options {
  /** The idempotency key: under it one report arises, however often it is sent. */
  id: string;
  /** It was sent before and nobody answered: it may be there. */
  maybeThere: boolean;
  /** Told before something goes out, and when it did not get through, whether it may be there. */
  onMaybeThere: (maybe: boolean) => void;
  /** @param already It had arrived before, in the words of then */
  onSent: (already: boolean) => void;
}

/** Sends a report, alone or with its verdict, and again when the connection fails. */
export function useReport({ id, maybeThere, onMaybeThere, onSent }: Options) {
  return useMutation({
    mutationFn: async (body: ReportPayload | CrisisPayload): Promise<boolean> => {
      onMaybeThere(true);
      try {
        await post(body, id);
        return false;
      } catch (error) {
        // The key was used with other words: those have arrived.
        if (maybeThere && error instanceof ApiError && error.status === 409) return true;
        onMaybeThere(maybeThere || (error instanceof ApiError && error.unanswered));
        throw error;
      }
    },
    onSuccess: onSent,
    gcTime: 0,
  });
}
