/**
 * Years of age from which on a person consents alone; below, a guardian does (规定 on children's personal information,
 * 2019; PIPL article 31).
 */
export const CONSENT_AGE = 14;

/** Where a child stands (`consent_state`): a guardian consented, one has to, or nobody has to any more. */
export type ConsentState = 'given' | 'missing' | 'free';

/**
 * Whether a guardian has to consent on that day. Whose birthday nobody knows counts as a child.
 *
 * @param bornOn `YYYY-MM-DD` @param today `YYYY-MM-DD`
 */
export function needsConsent(bornOn: string | null | undefined, today: string): boolean {
  if (!bornOn) return true;
  return `${Number(bornOn.slice(0, 4)) + CONSENT_AGE}${bornOn.slice(4)}` > today;
}

/** @param given Whether a consent of a guardian is in force */
export const consentState = (given: boolean, bornOn: string | null | undefined, today: string): ConsentState =>
  given ? 'given' : needsConsent(bornOn, today) ? 'missing' : 'free';
