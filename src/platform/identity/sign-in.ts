/** This many wrong passwords for an account, and a picture code is wanted (`api.md`, sign-in). */
export const CAPTCHA_AFTER = 3;
/** This many within the window, and the account rests. */
export const LOCK_AFTER = 10;
/** Milliseconds: wrong passwords count together for so long, and an account rests for as long. */
export const LOCK_MS = 15 * 60_000;
/** Milliseconds a picture code stays good. */
export const CAPTCHA_MS = 5 * 60_000;

/**
 * The text by which an account is found and its wrong passwords are counted: full-width, spaced and upper-case variants
 * are one name.
 */
export const accountKey = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase();
