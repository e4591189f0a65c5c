import { randomBytes } from 'node:crypto';
import type { RandomBytes } from '../../db/server/ids.ts';

/** Characters that cannot be confused on paper: without o and 0, i, l and 1. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Generates a password of about 59 bits in groups that are easy to type. */
export function newPassword(random: RandomBytes = randomBytes): string {
  const bytes = random(2 * GROUPS * GROUP_LENGTH);
  // Two bytes per character keep the bias of the modulo negligible.
  const characterAt = (i: number) => {
    const value = (bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0);
    return CHARACTERS[value % CHARACTERS.length];
  };
  const group = (g: number) =>
    Array.from({ length: GROUP_LENGTH }, (_, i) => characterAt(g * GROUP_LENGTH + i)).join('');
  return Array.from({ length: GROUPS }, (_, g) => group(g)).join('-');
}
