import { ApiError } from '../../http/web/api-error.ts';
import { texts } from '../../i18n/web/texts.ts';
import { displayOf } from '../../session/web/notify-failure.ts';

/** Message of a failure, and the fields that the server names. */
export interface Failure {
  message: string;
  details: readonly { field: string; message: string }[];
}

/** Converts a failure for display in place. */
export function failureOf(error: unknown): Failure {
  const { reaction, text } = displayOf(error);
  return {
    message: text || texts.t(reaction === 'verify' ? 'security.first' : 'errors.unknown'),
    details: error instanceof ApiError ? error.details : [],
  };
}

/** Whether the user cancelled the verification that a call required; its dialog stays as it was. */
export const isCancelled = (error: unknown): boolean => error instanceof ApiError && error.isVerificationCancelled;

/** Options for Refine's hooks whose result is shown in place: no other message. */
export const quietly = { meta: { quiet: true }, successNotification: false, errorNotification: false } as const;
