/**
 * A window that nobody has touched for so long asks no more: its calls would keep a session awake that its owner has
 * walked away from.
 */
export const AWAY_MS = 5 * 60_000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const;

let touchedAt = Date.now();
const listeners = new Set<() => void>();
const touch = () => {
  touchedAt = Date.now();
  for (const listener of listeners) listener();
};
for (const event of TOUCHES) window.addEventListener(event, touch, { passive: true });

/** Whether somebody sits there. */
export const isTouched = (): boolean => Date.now() - touchedAt < AWAY_MS;

/** Calls the listener with every touch of the window. @returns what ends it */
export function onTouch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
