/** SMS `type`: the only purpose that a code is valid for. The wire defines 5 (`spec §9`). */
export const SMS_PURPOSE = { signIn: 1, reset: 2, bind: 3, signUp: 4, secondary: 5 } as const;

/** SMS `type` of the message about a pending warning; it contains no code. */
export const SMS_WARNING = 6;

/** SMS `type` of the message to a former number that another one was bound; it contains no code. */
export const SMS_REBOUND = 7;

/** SMS `type` of the message that an outside identity was bound or released; it contains no code. */
export const SMS_WAYS_IN = 8;

/** Milliseconds until a code may be sent again (`spec §9`). */
export const SMS_RESEND_MS = 60_000;
/** Validity of an SMS code in milliseconds. */
export const SMS_CODE_MS = 5 * 60_000;
/** Messages per subject and hour after which the next one requires a captcha. */
export const SMS_CAPTCHA_AFTER = 2;
/** Messages per network address and hour after which the next one requires a captcha. */
export const SMS_CAPTCHA_AFTER_ADDRESS = 10;
/** Maximum number of messages per subject and hour; without a session per number and requester. */
export const SMS_PER_HOUR = 6;
/** Maximum number of messages per number and hour to all unknown devices together. */
export const SMS_PER_HOUR_NUMBER = 12;

/** Whole seconds until a code may be sent again. @param sentAt milliseconds; undefined when none was sent */
export const resendWait = (sentAt: number | undefined, now: number): number =>
  sentAt === undefined || sentAt > now ? 0 : Math.max(0, Math.ceil((sentAt + SMS_RESEND_MS - now) / 1000));

/** Wrong attempts after which a code is void and a new one must be requested. */
export const CODE_ATTEMPTS = 5;
/** Milliseconds after a correct code within which the user may set a new password. */
export const PROVED_MS = 10 * 60_000;
