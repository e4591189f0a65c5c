/** Validity of a second-step proof, in milliseconds. */
export const SECONDARY_MS = 10 * 60_000;
/** After this many wrong passwords and codes together, second-step verification is blocked. */
export const SECONDARY_TRIES = 5;
/** Milliseconds: the window in which wrong attempts are counted, and the duration of the block. */
export const SECONDARY_REST_MS = 15 * 60_000;
/** Whether an area is protected, either itself or through a parent area (`a` protects `a/b`). */
export function isProtected(areas: ReadonlySet<string>, area: string): boolean {
  for (let at = area; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) if (areas.has(at)) return true;
  return false;
}
