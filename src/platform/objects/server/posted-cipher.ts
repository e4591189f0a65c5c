import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Bytes that encryption adds. */
export const ENCRYPTION_BYTES = IV_BYTES + TAG_BYTES;

/**
 * Encrypts an upload until it is accepted, with a key from the server's secret. Works in chunks, so that the file is
 * never held in memory.
 */
export interface PostedCipher {
  /** @param key Of the object: decryption requires the same key @param each receives the encrypted chunks */
  begin(
    key: string,
    each: (encrypted: Uint8Array) => Promise<void>,
  ): Promise<{ put(piece: Uint8Array): Promise<void>; end(): Promise<void> }>;
  /** @throws Error where it was changed, moved, or encrypted with another secret */
  open(key: string, encrypted: Uint8Array): Buffer;
}

export function postedCipher(secret: string): PostedCipher {
  const own = new Uint8Array(hkdfSync('sha256', secret, '', 'posted objects at rest', 32));
  return {
    async begin(key, each) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, own, iv).setAAD(Buffer.from(key));
      await each(iv);
      return {
        put: (piece) => each(cipher.update(piece)),
        end: () => each(Buffer.concat([cipher.final(), cipher.getAuthTag()])),
      };
    },
    open(key, encrypted) {
      const end = Math.max(IV_BYTES, encrypted.length - TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, own, encrypted.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(key))
        .setAuthTag(encrypted.subarray(end));
      return Buffer.concat([decipher.update(encrypted.subarray(IV_BYTES, end)), decipher.final()]);
    },
  };
}
