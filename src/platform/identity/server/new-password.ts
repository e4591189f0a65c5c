import { randomBytes } from 'node:crypto';
import type { RandomBytes } from '../../db/server/ids.ts';

/** Signs that nobody takes for another when reading them from paper: no o and 0, i, l and 1. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP = 4;

/**
 * A password of some 59 bits, in groups that are easy to type; shown once to whoever hands it on, and kept only as a
 * hash.
 */
export function newPassword(random: RandomBytes = randomBytes): string {
  const bytes = random(2 * GROUPS * GROUP);
  // Two bytes a sign, so that none is noticeably likelier than another.
  const signs = Array.from(
    { length: GROUPS * GROUP },
    (_, i) => SIGNS[((bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0)) % SIGNS.length],
  ).join('');
  return Array.from({ length: GROUPS }, (_, i) => signs.slice(i * GROUP, (i + 1) * GROUP)).join('-');
}
