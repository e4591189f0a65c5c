import { randomBytes } from 'node:crypto';
import type { Clock } from '../ports/clock.ts';

/** So many random bytes; tests hand in their own. */
export type RandomBytes = (size: number) => Uint8Array;

/** Crockford's base 32 in lower case: no i, l, o, u, and in the order of the values. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARS = 10;
const RANDOM_CHARS = 16;

/**
 * A new id: 26 characters, 50 bits of time and 80 of chance, like a ULID. Ids made later sort later (to the millisecond), so that new rows
 * stand together in an index and a log can be read in the order of its ids.
 */
export function newId(clock: Clock, random: RandomBytes = randomBytes): string {
  let id = '';
  for (let rest = Math.floor(clock.now()), i = 0; i < TIME_CHARS; i++, rest = Math.floor(rest / 32)) id = `${ALPHABET[rest % 32]}${id}`;
  for (const byte of random(RANDOM_CHARS)) id += ALPHABET[byte & 31];
  return id;
}
