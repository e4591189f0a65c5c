import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What a seal adds. */
export const ENCRYPTION_BYTES = IV_BYTES + TAG_BYTES;

/**
 * Seals what was posted until somebody takes it in, under a key from the server's secret: piece by piece, since nothing
 * of it is held in memory.
 */
export interface PostedCipher {
  /** @param key Of the object: it opens under that one alone @param each takes what is to be kept */
  begin(
    key: string,
    each: (sealed: Uint8Array) => Promise<void>,
  ): Promise<{ put(piece: Uint8Array): Promise<void>; end(): Promise<void> }>;
  /** @throws Error where it was changed, moved, or sealed under another secret */
  open(key: string, sealed: Uint8Array): Buffer;
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
    open(key, sealed) {
      const end = Math.max(IV_BYTES, sealed.length - TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, own, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(key))
        .setAuthTag(sealed.subarray(end));
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, end)), decipher.final()]);
    },
  };
}
