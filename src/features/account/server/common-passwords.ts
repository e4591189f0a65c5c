import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../platform/runtime/server/root.ts';

/**
 * Bytes kept of a digest: among so many entries a password that nobody uses is taken for a common one in some six
 * million.
 */
export const DIGEST_BYTES = 5;

/** Made by `npm run gen`, from the project's root; checked fresh by a test. */
export const COMMON_PASSWORDS = 'src/features/account/server/common-passwords.bin';

let file: Buffer | undefined;

/**
 * Whether a digest is that of one of the commonest passwords. The list is read when it is first asked for: most days
 * nobody sets a password.
 */
export function isCommonPassword(digest: string): boolean {
  const list = (file ??= readFileSync(path.join(root, COMMON_PASSWORDS)));
  const wanted = Buffer.from(digest, 'hex').subarray(0, DIGEST_BYTES);
  let [from, to] = [0, list.length / DIGEST_BYTES];
  while (from < to) {
    const middle = (from + to) >> 1;
    const order = wanted.compare(list, middle * DIGEST_BYTES, (middle + 1) * DIGEST_BYTES);
    if (order === 0) return true;
    if (order < 0) to = middle;
    else from = middle + 1;
  }
  return false;
}
