/** In milliseconds. An inactive window sends no background calls, which would extend the session of an absent user. */
export const INACTIVE_AFTER_MS = 5 * 60_000;
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const;

let lastActivity = Date.now();
const listeners = new Set<() => void>();
const recordActivity = () => {
  lastActivity = Date.now();
  for (const listener of listeners) listener();
};
for (const event of ACTIVITY_EVENTS) window.addEventListener(event, recordActivity, { passive: true });

/** Whether the user was active within that time. */
export const isUserActive = (): boolean => Date.now() - lastActivity < INACTIVE_AFTER_MS;

/** Calls the listener on every user input in the window. @returns A function that unsubscribes */
export function onUserActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
