/** Number of failed sign-ins after which a captcha is required (`api.md`, sign-in). */
export const CAPTCHA_AFTER = 3;
/** Number of failed sign-ins within the window that lock the account. */
export const LOCK_AFTER = 10;
/** Length of the window and of the lock, in milliseconds. */
export const LOCK_MS = 15 * 60_000;
/** Validity of a captcha in milliseconds. */
export const CAPTCHA_MS = 5 * 60_000;

/** Normalised login name: variants in width, surrounding spaces and case are the same account. */
export const accountKey = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase();
