import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Keeps texts at rest that only this installation can read again, and only for what they were sealed for. */
export interface Seal {
  /** @param purpose What it is for and whose it is; it must be named again to read the text */
  close(purpose: string, text: string): string;
  /** @throws Error where the text was changed, sealed for something else or under another secret */
  open(purpose: string, sealed: string): string;
  /** A key of 32 bytes that somebody else seals with, as base64url; the same each time for the same purpose. */
  keyFor(purpose: string): string;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Nonces that are drawn at once. */
const IVS = 512;

let ivs: Buffer = Buffer.alloc(0);
/** A nonce that nobody has had. Random bytes are drawn for many at once: each time costs as much as sealing a value. */
function nextIv(): Buffer {
  if (ivs.length === 0) ivs = randomBytes(IVS * IV_BYTES);
  const iv = ivs.subarray(0, IV_BYTES);
  ivs = ivs.subarray(IV_BYTES);
  return iv;
}

/**
 * AES-256-GCM: nonce, tag and what was sealed, one after the other. @param key 32 bytes @param purpose bound to it, and
 * not kept in it
 */
export function closeWith(key: Uint8Array, purpose: string, plain: Uint8Array): Buffer {
  const iv = nextIv();
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(purpose));
  const body = [cipher.update(plain), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...body]);
}

/** The reverse of `closeWith`. @throws Error where anything of it is another: bytes, purpose or key */
export function openWith(key: Uint8Array, purpose: string, sealed: Uint8Array): Buffer {
  const [iv, tag, body] = [
    sealed.subarray(0, IV_BYTES),
    sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
    sealed.subarray(IV_BYTES + TAG_BYTES),
  ];
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

/**
 * A key of 32 bytes for one use, from a secret: HKDF with SHA-256 (RFC 5869), whose first block is all of it. Each
 * child has a key of its own, and Node's `hkdfSync` takes twice as long for it.
 */
export function derive(secret: string | Uint8Array, salt: string | Uint8Array, use: string): Buffer {
  const extracted = createHmac('sha256', salt).update(secret).digest();
  return createHmac('sha256', extracted).update(use).update(Uint8Array.of(1)).digest();
}

/** Seals texts under a key that is derived from the server's secret. */
export function createSeal(secret: string): Seal {
  const key = derive(secret, '', 'seal at rest');
  return {
    close: (purpose, text) => closeWith(key, purpose, Buffer.from(text, 'utf8')).toString('base64url'),
    open: (purpose, sealed) => openWith(key, purpose, Buffer.from(sealed, 'base64url')).toString('utf8'),
    keyFor: (purpose) => derive(key, '', purpose).toString('base64url'),
  };
}
