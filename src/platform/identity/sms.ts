/** SMS `type`: what a code is for, and good for alone. 5 is the wire's (`spec §9`). */
export const SMS_PURPOSE = { signIn: 1, reset: 2, bind: 3, secondary: 5 } as const;

/** SMS `type` of a message that carries no code: that a warning waits. */
export const SMS_WARNING = 6;

/** A mobile number (`spec §5`). */
export const MOBILE = /^1\d{10}$/;

/** Milliseconds until a code may be sent again (`spec §9`). */
export const SMS_RESEND_MS = 60_000;
/** Milliseconds that a code from a short message stays good. */
export const SMS_CODE_MS = 5 * 60_000;
/** Codes that a person is sent within an hour before a picture code is wanted for the next … */
export const SMS_CAPTCHA_AFTER = 2;
/** … as many from one network address by whoever is not signed in … */
export const SMS_CAPTCHA_AFTER_ADDRESS = 10;
/** … and before no more are sent in that hour: each costs money and rings a phone. */
export const SMS_PER_HOUR = 6;

/** Whole seconds until a code may be sent again. @param sentAt milliseconds; absent where none was sent */
export const resendWait = (sentAt: number | undefined, now: number): number =>
  sentAt === undefined || sentAt > now ? 0 : Math.max(0, Math.ceil((sentAt + SMS_RESEND_MS - now) / 1000));

/** Wrong codes for one number, before checking them rests … */
export const CODE_TRIES = 5;
/** … for so many milliseconds; they count together for as long. */
export const CODE_REST_MS = 15 * 60_000;
/** Milliseconds that a code once proved lets its holder set a new password. */
export const PROVED_MS = 10 * 60_000;
