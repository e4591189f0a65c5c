import { reactionTo, type Reaction } from '../../errors/catalogue.ts';
import { ApiError, LOCAL_CODES } from '../../http/web/api-error.ts';
import { ChunkLoadError } from '../../http/web/load-chunk.ts';
import { texts } from '../../i18n/web/texts.ts';

/** How a failure is shown; `text` is empty if nothing is. */
export interface FailureDisplay {
  reaction: Exclude<Reaction, 'retry' | 'own-text'>;
  text: string;
}

const WRONG_PASSWORD: readonly string[] = ['AC_ACCOUNT_NOT_EXIST', 'AC_WRONG_PASSWORD', 'AC_ACCOUNT_UN_ENABLE'];

const toast = (text: string): FailureDisplay => ({ reaction: 'toast', text });
const nothing: FailureDisplay = { reaction: 'silent', text: '' };

/** Looks a failure up in the error catalogue (`spec §8`). */
export function displayOf(error: unknown): FailureDisplay {
  const { t } = texts;
  if (error instanceof ChunkLoadError) return toast(t('errors.chunkInPage'));
  if (!(error instanceof ApiError)) return toast(t('errors.unknown'));
  const { code, status, message } = error;
  const reaction = reactionTo(code);

  if (code === LOCAL_CODES.cancelled) return nothing;
  // The layer that was cancelled has said so; a form shows it at its place.
  if (code === LOCAL_CODES.notVerified) return { reaction: 'silent', text: t('errors.notVerified') };
  if (code === LOCAL_CODES.network) return toast(t('errors.network'));
  if (code === LOCAL_CODES.timeout) return toast(t('errors.timeout'));
  if (reaction === 'sign-out') return { reaction, text: t('errors.sessionEnded') };
  if (reaction === 'verify') return { reaction, text: '' };
  if (reaction === 'new-password') return { reaction, text: message };
  if (reaction === 'silent') return nothing;
  if (reaction === 'own-text') return toast(message);
  if (status === 401 && WRONG_PASSWORD.includes(code)) return toast(t('errors.wrongPassword'));
  if (status === 403) return toast(t('errors.forbidden'));
  if (status === 500) return { reaction: 'busy', text: t('errors.busy') };
  return toast(message || t('errors.unknown'));
}

/** How the portal shows failures; the layout provides these. */
export interface FailureHandlers {
  error: (text: string) => void;
  warning: (text: string) => void;
  /** Shows that the session has ended, and lets the user sign in again. */
  sessionEnded: (text: string) => void;
  /** Requests second-step verification again. */
  resetVerification: () => void;
  /** Asks for a password in place of an initial one. */
  askNewPassword: () => void;
  /** Fetches the rights, which may have changed. */
  reloadRights: () => void;
}

let handlers: FailureHandlers | undefined;

/** @returns A function that removes the handlers */
export function provideFailureHandlers(provided: FailureHandlers): () => void {
  handlers = provided;
  return () => {
    if (handlers === provided) handlers = undefined;
  };
}

/**
 * Shows a failure; the only place that does (`spec §8`). Quiet requests and downloads show no message, but still end
 * the session or request verification.
 */
export function notifyFailure(error: unknown): void {
  const { reaction, text } = displayOf(error);
  if (handlers === undefined) return;
  if (reaction === 'sign-out') return handlers.sessionEnded(text);
  if (reaction === 'verify') return handlers.resetVerification();
  if (reaction === 'new-password') return handlers.askNewPassword();
  if (error instanceof ApiError && error.status === 403) handlers.reloadRights();
  if (reaction === 'silent' || (error instanceof ApiError && error.quiet)) return;
  if (reaction === 'busy') handlers.warning(text);
  else handlers.error(text);
}
