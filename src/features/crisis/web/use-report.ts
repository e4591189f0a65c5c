import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { reportCrisis, reportWarning } from '../contract/reports.ts';
import type { ReportPayload } from '../rules/crisis-report.ts';
import type { CrisisPayload } from '../rules/warning-verification.ts';

const isCrisis = (body: ReportPayload | CrisisPayload): body is CrisisPayload => 'crisis_level' in body;
const post = (body: ReportPayload | CrisisPayload, idempotencyKey: string): Promise<unknown> =>
  isCrisis(body)
    ? call(reportCrisis, { body }, { quiet: true, idempotencyKey })
    : call(reportWarning, { body }, { quiet: true, idempotencyKey });

interface Options {
  /** Idempotency key of the report: repeated sends create one report. */
  id: string;
  /** An earlier attempt got no answer, so the report may exist. */
  maybeThere: boolean;
  /** Called before a send, and after a failure, with whether the report may exist on the server. */
  onMaybeThere: (maybe: boolean) => void;
  /** @param alreadySent An earlier attempt had already created the report, with its earlier content */
  onSent: (alreadySent: boolean) => void;
}

/** Sends a report, alone or with its verdict; a retry reuses the idempotency key. */
export function useReport({ id, maybeThere, onMaybeThere, onSent }: Options) {
  return useMutation({
    mutationFn: async (body: ReportPayload | CrisisPayload): Promise<boolean> => {
      onMaybeThere(true);
      try {
        await post(body, id);
        return false;
      } catch (error) {
        // A conflict on a retry: the server has stored the earlier content under this key.
        if (maybeThere && error instanceof ApiError && error.status === 409) return true;
        onMaybeThere(maybeThere || (error instanceof ApiError && error.isUnreachable));
        throw error;
      }
    },
    onSuccess: onSent,
    gcTime: 0,
  });
}
