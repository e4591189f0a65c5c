import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from '../../../platform/context/server/services.ts';
import { plainCode } from '../../../platform/file-codes/file-code.ts';

/** Under a key of the installation: who reads the database can neither print a code nor test one. */
export const hashOfCode = ({ cipher }: Pick<Services, 'cipher'>, typed: string): string =>
  createHmac('sha256', cipher.keyFor('invitation codes')).update(plainCode(typed)).digest('base64url');

/** Compares in constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
