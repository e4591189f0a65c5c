import { prompts, sessionStore } from '../../http/web/portal.ts';
import { createStore } from '../../state/web/store.ts';
import type { SecondaryProof } from '../contract.ts';

/** State of second-step verification. `round` counts the proofs that ended; `asked`: a new proof is requested. */
export interface Verification {
  round: number;
  asked: boolean;
}

export const verification = createStore<Verification>({ round: 0, asked: false });

/** Clears a proof that is no longer accepted, and hides the page until there is a new one. */
export function resetVerification(): void {
  sessionStore.clearSecondary();
  verification.set({ round: verification.get().round + 1, asked: true });
}

/** Whether this browser has a valid proof; an expired one is cleared (`spec §4`). */
export const isVerified = (): boolean => sessionStore.secondaryToken(Date.now()) !== undefined;

/** Expiry of the proof in milliseconds of this browser's clock; undefined without a valid proof. */
export const verifiedUntil = (): number | undefined => (isVerified() ? sessionStore.secondaryUntil() : undefined);

/** Clears the proof without a request for a new one; the caller requests it in place. */
export const clearProof = (): void => sessionStore.clearSecondary();

/** Ends the request: there is a proof, or its page was left. */
export const endVerificationRequest = (): void => verification.set({ ...verification.get(), asked: false });

/**
 * Stores the proof; all later calls send it.
 *
 * @returns False if the answer has no token (`spec §8`)
 */
export function storeProof({ secondary_token, expires_at }: SecondaryProof): boolean {
  if (!secondary_token) return false;
  // Converted to this browser's clock.
  const offset = sessionStore.session()?.differtimestamp ?? 0;
  sessionStore.setSecondary({ secondary_token, expires_at: Date.parse(expires_at) - offset });
  endVerificationRequest();
  prompts.settle('proof', 'done');
  return true;
}
