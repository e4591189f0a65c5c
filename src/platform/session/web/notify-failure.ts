import { catalogue, isErrorCode, type Reaction } from '../../errors/catalogue.ts';
import { ApiError, LOCAL_CODES } from '../../http/web/api-error.ts';
import { texts } from '../../i18n/web/texts.ts';

/** What the user sees of a failure; `text` is empty where nothing is shown. */
export interface Shown {
  reaction: Exclude<Reaction, 'retry' | 'tell'>;
  text: string;
}

const WRONG_PASSWORD: readonly string[] = ['AC_ACCOUNT_NOT_EXIST', 'AC_WRONG_PASSWORD', 'AC_ACCOUNT_UN_ENABLE'];

const toast = (text: string): Shown => ({ reaction: 'toast', text });
const nothing: Shown = { reaction: 'silent', text: '' };

/** The error catalogue (`spec §8`), row by row. */
export function shownOf(error: unknown): Shown {
  const { t } = texts;
  if (!(error instanceof ApiError)) return toast(t('errors.unknown'));
  const { code, status, message } = error;
  const reaction = isErrorCode(code) ? catalogue[code].reaction : undefined;

  if (code === LOCAL_CODES.cancelled) return nothing;
  if (code === LOCAL_CODES.network) return toast(t('errors.network'));
  if (code === LOCAL_CODES.timeout) return toast(t('errors.timeout'));
  if (reaction === 'sign-out') return { reaction, text: t('errors.sessionEnded') };
  if (reaction === 'verify') return { reaction, text: '' };
  if (reaction === 'silent') return nothing;
  if (reaction === 'tell') return toast(message);
  if (status === 401 && WRONG_PASSWORD.includes(code)) return toast(t('errors.wrongPassword'));
  if (status === 403) return toast(t('errors.forbidden'));
  if (status === 500) return { reaction: 'busy', text: t('errors.busy') };
  return toast(message || t('errors.unknown'));
}

/** Where the portal shows things; the layout provides it. */
export interface Surface {
  error: (text: string) => void;
  warning: (text: string) => void;
  /** Tells once that the session has ended, then signs out and goes to the login page. */
  sessionEnded: (text: string) => void;
  /** Asks for second-step verification again. */
  resetVerification: () => void;
  /** The rights may have changed: reads them again. */
  rightsDoubted: () => void;
}

let surface: Surface | undefined;

/** @returns The way to take it back */
export function provideSurface(provided: Surface): () => void {
  surface = provided;
  return () => {
    if (surface === provided) surface = undefined;
  };
}

/**
 * Turns a failure into what the user sees, the one place that does so (`spec §8`). A request with the no-message flag
 * and a download show nothing, but the end of the session and the call for verification hold for them too.
 */
export function notifyFailure(error: unknown): void {
  const { reaction, text } = shownOf(error);
  if (surface === undefined) return;
  if (reaction === 'sign-out') return surface.sessionEnded(text);
  if (reaction === 'verify') return surface.resetVerification();
  if (error instanceof ApiError && error.status === 403) surface.rightsDoubted();
  if (reaction === 'silent' || (error instanceof ApiError && error.quiet)) return;
  if (reaction === 'busy') surface.warning(text);
  else surface.error(text);
}
