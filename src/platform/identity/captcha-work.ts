import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Cost of one derivation, the same on both ends: 8 MiB of memory each, so that graphics cards gain little. Measured: 35
 * ms natively and 93 ms in JavaScript on the same busy core.
 */
export const WORK_COST = { N: 8192, r: 8, p: 1, dkLen: 12 } as const;
/** Bytes of the derived value that the client gets with its task; the rest is the answer. */
export const WORK_TARGET_BYTES = 6;

/** A task: the number between 0 and `limit` whose derivation with `salt` begins with `target`. */
export interface Work {
  salt: string;
  /** Hexadecimal. */
  target: string;
  limit: number;
}

/** What a number is derived from. */
export const workInput = (n: number): string => `xinyu captcha ${n}`;

/** Splits a derived value into the target, which the client gets, and the answer. Both are hexadecimal. */
export const workParts = (derived: Uint8Array): { target: string; answer: string } => ({
  target: bytesToHex(derived.subarray(0, WORK_TARGET_BYTES)),
  answer: bytesToHex(derived.subarray(WORK_TARGET_BYTES)),
});
