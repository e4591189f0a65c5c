import { randomBytes } from 'node:crypto';
import type { Clock } from '../../runtime/server/clock.ts';

/** Returns `size` random bytes; tests pass a deterministic one. */
export type RandomBytes = (size: number) => Uint8Array;

/** Bytes drawn from the random source per call. */
const POOL_BYTES = 4096;

let pool: Uint8Array = new Uint8Array(0);
/** Draws random bytes for many ids at once, because a call costs more than building an id. */
const pooled: RandomBytes = (size) => {
  if (pool.length < size) pool = randomBytes(POOL_BYTES);
  const bytes = pool.subarray(0, size);
  pool = pool.subarray(size);
  return bytes;
};

/** Crockford's base 32 in lower case: without i, l, o, u; characters sort like their values. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARS = 10;
const RANDOM_CHARS = 16;

function encodeTime(ms: number): string {
  let text = '';
  let rest = Math.floor(ms);
  while (text.length < TIME_CHARS) {
    text = `${ALPHABET[rest % 32]}${text}`;
    rest = Math.floor(rest / 32);
  }
  return text;
}

let encoded = { ms: NaN, text: '' };

/**
 * A new id of 26 characters: 50 bits of time and 80 random bits, like a ULID. Ids sort by creation time (to the
 * millisecond), so that new rows are adjacent in an index and a log can be read in the order of its ids.
 */
export function newId(clock: Clock, random: RandomBytes = pooled): string {
  const now = clock.now();
  // Many ids are made in one millisecond.
  if (now !== encoded.ms) encoded = { ms: now, text: encodeTime(now) };
  let id = encoded.text;
  for (const byte of random(RANDOM_CHARS)) id += ALPHABET[byte & 31];
  return id;
}

/** Lower bound of all ids created at most `ms` milliseconds before this one; undefined when the text is not an id. */
export function idBefore(id: string, ms: number): string | undefined {
  if (!/^[0-9a-hjkmnp-tv-z]{26}$/.test(id)) return undefined;
  const createdAt = Array.from(id.slice(0, TIME_CHARS), (char) => ALPHABET.indexOf(char)).reduce(
    (sum, digit) => sum * 32 + digit,
    0,
  );
  return encodeTime(Math.max(0, createdAt - ms));
}
