import { randomBytes } from 'node:crypto';
import type { Clock } from '../../runtime/server/clock.ts';

/** So many random bytes; tests hand in their own. */
export type RandomBytes = (size: number) => Uint8Array;

/** Random bytes that are drawn at once. */
const POOL_BYTES = 4096;

let pool: Uint8Array = new Uint8Array(0);
/** Random bytes that nobody has had. They are drawn for many ids at once: each time costs more than making one. */
const pooled: RandomBytes = (size) => {
  if (pool.length < size) pool = randomBytes(POOL_BYTES);
  const bytes = pool.subarray(0, size);
  pool = pool.subarray(size);
  return bytes;
};

/** Crockford's base 32 in lower case: no i, l, o, u, and in the order of the values. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARS = 10;
const RANDOM_CHARS = 16;

function timeOf(ms: number): string {
  let text = '';
  for (let rest = Math.floor(ms), i = 0; i < TIME_CHARS; i++, rest = Math.floor(rest / 32))
    text = `${ALPHABET[rest % 32]}${text}`;
  return text;
}

/**
 * A new id: 26 characters, 50 bits of time and 80 of chance, like a ULID. Ids made later sort later (to the
 * millisecond), so that new rows stand together in an index and a log can be read in the order of its ids.
 */
export function newId(clock: Clock, random: RandomBytes = pooled): string {
  let id = timeOf(clock.now());
  for (const byte of random(RANDOM_CHARS)) id += ALPHABET[byte & 31];
  return id;
}

/** What lies before every id that was made less than so many milliseconds before this one; undefined where it is no id. */
export function idBefore(id: string, ms: number): string | undefined {
  if (!/^[0-9a-hjkmnp-tv-z]{26}$/.test(id)) return undefined;
  const at = Array.from(id.slice(0, TIME_CHARS), (char) => ALPHABET.indexOf(char)).reduce(
    (sum, digit) => sum * 32 + digit,
    0,
  );
  return timeOf(Math.max(0, at - ms));
}
