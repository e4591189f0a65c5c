import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * SHA-256 of a file as hex, in pieces; `crypto.subtle` does not exist on a LAN without TLS and would hold the file
 * whole.
 *
 * @param onProgress percent
 */
export async function fileDigest(file: Blob, onProgress: (percent: number) => void): Promise<string> {
  const hash = sha256.create();
  const PIECE = 1024 * 1024;
  for (let at = 0; at < file.size; at += PIECE) {
    hash.update(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()));
    onProgress(Math.min(100, Math.round(((at + PIECE) / file.size) * 100)));
  }
  return bytesToHex(hash.digest());
}
