import { sessionStore } from '../../http/web/portal.ts';
import { createStore } from '../../state/web/store.ts';
import type { SecondaryProof } from '../contract.ts';

/**
 * How second-step verification stands: `round` counts how often the server took a proof back, `asked` says that it
 * waits for another.
 */
export interface Verification {
  round: number;
  asked: boolean;
}

export const verification = createStore<Verification>({ round: 0, asked: false });

/**
 * The server no longer takes the proof of second-step verification: it is dropped, and who shows protected content
 * hears of it.
 */
export function announceVerificationReset(): void {
  sessionStore.clearSecondary();
  verification.set({ round: verification.get().round + 1, asked: true });
}

/** Whether this browser holds a proof that has not run out; one that has is cleared (`spec §4`). */
export const isVerified = (): boolean => sessionStore.secondaryToken(Date.now()) !== undefined;

/** By this browser's clock, in milliseconds; undefined where there is no proof or it has run out. */
export const verifiedUntil = (): number | undefined => (isVerified() ? sessionStore.secondaryUntil() : undefined);

/** The proof that this browser holds is none any more; whoever showed what wanted it asks for another in place. */
export const dropProof = (): void => sessionStore.clearSecondary();

/** Nobody waits for a proof any more: there is one, or the page that wanted it was left. */
export const settleVerification = (): void => verification.set({ ...verification.get(), asked: false });

/**
 * Stores what the server answered to a verification; every call carries it from now on.
 *
 * @returns False where the answer holds no token (`spec §8`)
 */
export function takeProof({ secondary_token, expires_at }: SecondaryProof): boolean {
  if (!secondary_token) return false;
  // By this browser's clock, which may be wrong.
  const offset = sessionStore.session()?.differtimestamp ?? 0;
  sessionStore.setSecondary({ secondary_token, expires_at: Date.parse(expires_at) - offset });
  settleVerification();
  return true;
}
