/**
 * Age in years from which a person consents alone; younger children need a guardian (规定 on children's personal
 * information, 2019; PIPL article 31).
 */
export const CONSENT_AGE = 14;

/** Consent of a child (`consent_state`): given by a guardian, missing, or not needed. */
export type ConsentState = 'given' | 'missing' | 'free';

/**
 * Whether a guardian must consent on that day. An unknown birthday counts as a child's.
 *
 * @param bornOn `YYYY-MM-DD`
 * @param today `YYYY-MM-DD`
 */
export function needsConsent(bornOn: string | null | undefined, today: string): boolean {
  if (!bornOn) return true;
  return `${Number(bornOn.slice(0, 4)) + CONSENT_AGE}${bornOn.slice(4)}` > today;
}

/**
 * Consent state of a child.
 *
 * @param given whether a guardian's consent is in force
 */
export function consentState(given: boolean, bornOn: string | null | undefined, today: string): ConsentState {
  if (given) return 'given';
  return needsConsent(bornOn, today) ? 'missing' : 'free';
}
