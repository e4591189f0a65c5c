import { hmac } from '@noble/hashes/hmac.js';
import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalText, formatMacHeader, type SignedParts } from './canonical.ts';

/*
 * Hashes in JavaScript on purpose: a school may run the portal on a LAN without TLS, where `crypto.subtle` does not exist (`api.md`).
 * The server signs nothing and verifies with node:crypto; both go through `canonicalText`.
 */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Base64url without padding; neither `btoa` nor `Buffer` exists everywhere that this runs. */
export function base64url(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3);
    const word = (a << 16) | (b << 8) | c;
    const chars = Math.min(4, Math.ceil(((bytes.length - i) * 8) / 6));
    for (let k = 0; k < chars; k++) out += ALPHABET[(word >> (18 - 6 * k)) & 63];
  }
  return out;
}

/** Body hash of the header; the empty string where there is no body. */
export const bodyHash = (body: Uint8Array | undefined): string =>
  body === undefined || body.length === 0 ? '' : base64url(sha256(body));

/** MAC over the canonical text under the session's `code`. */
export const macOf = (code: string, parts: SignedParts): string =>
  base64url(hmac(sha256, utf8ToBytes(code), utf8ToBytes(canonicalText(parts))));

/** The whole `authorization` header of a signed call. */
export const signedHeader = (token: string, code: string, parts: SignedParts): string =>
  formatMacHeader({ id: token, ts: parts.ts, nonce: parts.nonce, bodyHash: parts.bodyHash, mac: macOf(code, parts) });

/** What is sent instead of a typed password (`spec §5`): lower-case hex MD5. */
export const passwordDigest = (typed: string): string => bytesToHex(md5(utf8ToBytes(typed)));
