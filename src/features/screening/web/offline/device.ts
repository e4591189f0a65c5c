import { base64url } from '../../../../platform/signing/mac.ts';
import { persistentStorage } from '../../../../platform/state/web/storage.ts';

const KEY = 'xinyu.device';
const LENGTH = 12;
let own: string | undefined;

/** A random name of this browser. It names no person and stays through sign-out; without storage it ends with the page. */
export function deviceId(storage: Storage = persistentStorage): string {
  try {
    own ??= storage.getItem(KEY) ?? undefined;
    own ??= base64url(crypto.getRandomValues(new Uint8Array(LENGTH)));
    storage.setItem(KEY, own);
  } catch {
    own ??= base64url(crypto.getRandomValues(new Uint8Array(LENGTH)));
  }
  return own;
}
