/** Number of failed sign-ins after which a captcha is required (`api.md`, sign-in). */
export const CAPTCHA_AFTER = 3;
/** Number of counted failures within the window after which attempts are delayed (`api.md`, sign-in). */
export const DELAY_AFTER = 10;
/** Window of the counts, in milliseconds. */
export const WINDOW_MS = 15 * 60_000;
/** First delay in milliseconds; each further failure doubles it. */
export const DELAY_MS = 60_000;
/** Longest delay in milliseconds. */
export const DELAY_MAX_MS = 15 * 60_000;
/** Milliseconds after the first delay until delays begin at the first one again. */
export const DELAY_MEMORY_MS = 24 * 60 * 60_000;
/** Accounts that fail from one network address within the window until the address always needs a captcha. */
export const ADDRESS_ACCOUNTS = 20;
/** Validity of a captcha in milliseconds. */
export const CAPTCHA_MS = 5 * 60_000;

/** Normalised login name: variants in width, surrounding spaces and case are the same account. */
export const accountKey = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase();
