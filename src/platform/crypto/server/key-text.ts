/** Bytes of every key that is not a password. */
export const KEY_BYTES = 32;
/** A random key of 32 bytes has hardly ever fewer different ones than this. */
const DIFFERENT = 16;

const HEX = /^[0-9a-f]{64}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** A key of 32 bytes from its text, hexadecimal or Base64; undefined where it is neither, or too regular to be random. */
export function keyOf(text: string): Buffer | undefined {
  const key = HEX.test(text)
    ? Buffer.from(text, 'hex')
    : BASE64.test(text)
      ? Buffer.from(text, 'base64')
      : Buffer.alloc(0);
  return key.length === KEY_BYTES && new Set(key).size >= DIFFERENT ? key : undefined;
}
