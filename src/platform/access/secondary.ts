/** Milliseconds that a proof of second-step verification holds. */
export const SECONDARY_MS = 10 * 60_000;
/** This many wrong passwords and codes together, and second-step verification rests. */
export const SECONDARY_TRIES = 5;
/** Milliseconds: wrong tries count together for so long, and verification rests for as long. */
export const SECONDARY_REST_MS = 15 * 60_000;
/** Whether an area is protected, itself or by one above it (`a` protects `a/b`). */
export function isProtected(areas: ReadonlySet<string>, area: string): boolean {
  for (let at = area; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) if (areas.has(at)) return true;
  return false;
}
