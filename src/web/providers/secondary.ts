import { sessionStore } from '../http/portal.ts';

const listeners = new Set<() => void>();

/** The server no longer takes the proof of second-step verification: it is dropped, and who shows protected content hears of it. */
export function announceVerificationReset(): void {
  sessionStore.clearSecondary();
  for (const listener of listeners) listener();
}

/** @returns the way to stop listening */
export function onVerificationReset(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
