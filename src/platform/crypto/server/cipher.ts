import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

declare module '../../context/server/services.ts' {
  interface Services {
    cipher: ServerCipher;
  }
}

/** Encrypts texts with a key of this installation. */
export interface ServerCipher {
  /** @param purpose Authenticated use and owner of the text; `decrypt` needs the same value */
  encrypt(purpose: string, text: string): string;
  /** @throws Error when the text was changed, or encrypted for another purpose or with another secret */
  decrypt(purpose: string, encrypted: string): string;
  /** Derives a 32-byte key for external use, as base64url. Deterministic for each purpose. */
  keyFor(purpose: string): string;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Nonces drawn from the random source per call. */
const NONCE_BATCH = 512;

let ivs: Buffer = Buffer.alloc(0);
/** A fresh nonce. Drawn in batches, because a call costs as much as the encryption of a value. */
function nextIv(): Buffer {
  if (ivs.length === 0) ivs = randomBytes(NONCE_BATCH * IV_BYTES);
  const iv = ivs.subarray(0, IV_BYTES);
  ivs = ivs.subarray(IV_BYTES);
  return iv;
}

/**
 * Encrypts with AES-256-GCM. @param key 32 bytes @param purpose additional authenticated data @returns nonce, tag and
 * ciphertext
 */
export function encryptWith(key: Uint8Array, purpose: string, plain: Uint8Array): Buffer {
  const iv = nextIv();
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(purpose));
  const body = [cipher.update(plain), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...body]);
}

/** Reverses `encryptWith`. @throws Error when bytes, purpose or key differ */
export function decryptWith(key: Uint8Array, purpose: string, encrypted: Uint8Array): Buffer {
  const iv = encrypted.subarray(0, IV_BYTES);
  const tag = encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const body = encrypted.subarray(IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  const plain = decipher.update(body);
  // Verifies the tag. A stream cipher leaves no block for the end.
  decipher.final();
  return plain;
}

/**
 * Derives a 32-byte key: one block of HKDF-SHA256 (RFC 5869). Node's `hkdfSync` takes twice as long, which matters for
 * the keys of many children.
 */
export function derive(secret: string | Uint8Array, salt: string | Uint8Array, use: string): Buffer {
  const extracted = createHmac('sha256', salt).update(secret).digest();
  return createHmac('sha256', extracted).update(use).update(Uint8Array.of(1)).digest();
}

/** A cipher whose key is derived from the server's secret. */
export function createServerCipher(secret: string): ServerCipher {
  // The info text is part of the stored format.
  const key = derive(secret, '', 'seal at rest');
  return {
    encrypt: (purpose, text) => encryptWith(key, purpose, Buffer.from(text, 'utf8')).toString('base64url'),
    decrypt: (purpose, encrypted) => decryptWith(key, purpose, Buffer.from(encrypted, 'base64url')).toString('utf8'),
    keyFor: (purpose) => derive(key, '', purpose).toString('base64url'),
  };
}
