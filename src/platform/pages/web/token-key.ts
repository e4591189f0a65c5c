import { ownPath } from './own-path.ts';
import { HOME } from './route-guard.ts';

/** A key that signs in once, and the path that was to be opened with it. */
export interface HeldKey {
  key: string;
  to: string;
}

/** In memory only: a key from an address is never stored. */
let held: HeldKey | undefined;

/**
 * Takes `token_key` out of an address (`spec §2`, guard rule 2). The caller leaves the address. @returns false without
 * one
 */
export function takeKeyFrom({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): boolean {
  const query = new URLSearchParams(search);
  const key = query.get('token_key');
  if (key === null) return false;
  query.delete('token_key');
  const rest = query.size > 0 ? `?${query}` : '';
  held = { key, to: ownPath(pathname + rest + hash) ?? HOME };
  return true;
}

export const heldKey = (): HeldKey | undefined => held;

/** Called when the key was used or is not wanted. */
export function dropKey(): void {
  held = undefined;
}
