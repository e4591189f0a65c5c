import { scrypt } from '@noble/hashes/scrypt.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { WORK_COST, workInput, workParts, type Work } from '../captcha-work.ts';

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Tries the numbers one after another, each in a task of its own, so that the page stays usable.
 *
 * @param onProgress Called with the tried share, 0 to 1
 * @returns The answer; undefined where it was aborted, or no number fits
 */
export async function doWork(
  { salt, target, limit }: Work,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const salted = hexToBytes(salt);
  for (let n = 0; n < limit; n++) {
    if (signal.aborted) return undefined;
    const found = workParts(scrypt(workInput(n), salted, WORK_COST));
    if (found.target === target) return found.answer;
    onProgress((n + 1) / limit);
    await nextTask();
  }
  return undefined;
}
