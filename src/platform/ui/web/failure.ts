import { ApiError } from '../../http/web/api-error.ts';
import { texts } from '../../i18n/web/texts.ts';
import { shownOf } from '../../session/web/notify-failure.ts';

/** What went wrong, worded, and the fields that the server names. */
export interface Failure {
  message: string;
  details: readonly { field: string; message: string }[];
}

/** A failure to be told in place. */
export function failureOf(error: unknown): Failure {
  const { reaction, text } = shownOf(error);
  return {
    message: text || texts.t(reaction === 'verify' ? 'security.first' : 'errors.unknown'),
    details: error instanceof ApiError ? error.details : [],
  };
}

/** For Refine's hooks whose outcome is told in place: no message besides. */
export const quietly = { meta: { quiet: true }, successNotification: false, errorNotification: false } as const;
