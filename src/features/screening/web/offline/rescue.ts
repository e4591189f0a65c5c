import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64url } from '../../../../platform/signing/mac.ts';
import {
  boundTo,
  NONCE_LENGTH,
  RESCUE_BLOCK,
  RESCUE_KEY,
  writeRescueFile,
  type RescueContent,
  type RescueHead,
} from '../../rules/rescue-file.ts';
import { bytesOf } from './unsent.ts';

const encoder = new TextEncoder();

/** As JSON, filled up with spaces. */
function filled(content: RescueContent): Uint8Array {
  const bytes = encoder.encode(JSON.stringify(content));
  const space = new Uint8Array(Math.ceil(bytes.length / RESCUE_BLOCK) * RESCUE_BLOCK).fill(' '.charCodeAt(0));
  space.set(bytes);
  return space;
}

/**
 * Unsent answers as a file that only the server can read: the key comes with the sheet and stays in the memory of its
 * page. From a library, because `crypto.subtle` is missing on pages without TLS.
 *
 * @param draftKey `draft_key` of the sheet
 * @returns The text of the file
 */
export function sealRescueFile(draftKey: string, head: RescueHead, content: RescueContent): string {
  const key = hmac(sha256, bytesOf(draftKey), encoder.encode(RESCUE_KEY));
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH));
  const cipher = chacha20poly1305(key, nonce, encoder.encode(boundTo(head)));
  const sealed = cipher.encrypt(filled(content));
  return writeRescueFile({ ...head, sealed: base64url(new Uint8Array([...nonce, ...sealed])) });
}
