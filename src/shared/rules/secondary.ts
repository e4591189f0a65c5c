/** SMS `type`, and with it the purpose, of second-step verification (`spec §9`). */
export const SECONDARY_PURPOSE = 5;
/** Milliseconds that a proof of second-step verification holds. */
export const SECONDARY_MS = 10 * 60_000;
/** This many wrong passwords and codes together, and second-step verification rests. */
export const SECONDARY_TRIES = 5;
/** Milliseconds: wrong tries count together for so long, and verification rests for as long. */
export const SECONDARY_REST_MS = 15 * 60_000;
/** Milliseconds until a code may be sent again (`spec §9`). */
export const SMS_RESEND_MS = 60_000;
/** Milliseconds that a code from a short message stays good. */
export const SMS_CODE_MS = 5 * 60_000;
/** Codes that a person is sent within an hour before a picture code is wanted for the next … */
export const SMS_CAPTCHA_AFTER = 2;
/** … and before no more are sent in that hour: each costs money and rings a phone. */
export const SMS_PER_HOUR = 6;

/** Whole seconds until a code may be sent again. @param sentAt milliseconds; absent where none was sent */
export const resendWait = (sentAt: number | undefined, now: number): number =>
  (sentAt === undefined || sentAt > now ? 0 : Math.max(0, Math.ceil((sentAt + SMS_RESEND_MS - now) / 1000)));

/** Whether an area is protected, itself or by one above it (`a` protects `a/b`). */
export function isProtected(areas: ReadonlySet<string>, area: string): boolean {
  for (let at = area; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) if (areas.has(at)) return true;
  return false;
}
