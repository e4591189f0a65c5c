/** Length of all symmetric keys in bytes. */
export const KEY_BYTES = 32;
/** A random key of 32 bytes practically always has at least this many distinct bytes. */
const MIN_DISTINCT_BYTES = 16;

const HEX = /^[0-9a-f]{64}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** Decodes a 32-byte key from hexadecimal or Base64; undefined when it is neither or not random enough. */
export function keyOf(text: string): Buffer | undefined {
  const key = decode(text);
  return key?.length === KEY_BYTES && new Set(key).size >= MIN_DISTINCT_BYTES ? key : undefined;
}

function decode(text: string): Buffer | undefined {
  if (HEX.test(text)) return Buffer.from(text, 'hex');
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}
