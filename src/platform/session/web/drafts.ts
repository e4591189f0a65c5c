import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { managedNonce } from '@noble/ciphers/utils.js';
import { call } from '../../http/web/call.ts';
import { sessionStore } from '../../http/web/portal.ts';
import { DRAFTS } from '../../http/web/session-store.ts';
import { base64url } from '../../signing/mac.ts';
import { hasTypes, isRecord, keysWith, lasting } from '../../state/web/storage.ts';
import { draftKey } from '../contract.ts';

/** Something typed and not yet sent. */
export interface Draft<T> {
  id: string;
  /** When it was last kept, in milliseconds. */
  at: number;
  value: T;
}

/** Drafts of one kind on this device. */
export interface Drafts<T> {
  /** The latest first. */
  list(): Draft<T>[];
  keep(id: string, value: T): void;
  drop(id: string): void;
}

/** As long as an idempotency key holds (`api.md`, envelope): what is sent later could be a second report. */
const KEPT_MS = 24 * 60 * 60_000;

/** By the library, in script: `crypto.subtle` is not there where a school runs the portal without TLS. */
const cipher = managedNonce(xchacha20poly1305);
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** @throws ApiError */
async function keyOfSession(): Promise<Uint8Array> {
  const user = sessionStore.session()?.user_id;
  const known = sessionStore.draftKey() ?? (await call(draftKey, {}, { quiet: true })).key;
  // Who signed out meanwhile leaves nothing behind.
  if (user !== undefined && sessionStore.session()?.user_id === user) sessionStore.setDraftKey(known);
  return bytesOf(known);
}

/**
 * Drafts that lie in the browser's storage, sealed under a key that the server tells for as long as the sign-in lasts:
 * nobody who looks into the storage reads them, and nobody at all once it has ended. They are cleared at sign-out.
 *
 * @param kind What they are drafts of @param is tells whether a value is one, since what lies there may come from
 *   another version
 * @throws ApiError where the key cannot be had
 */
export async function openDrafts<T>(
  kind: string,
  is: (value: unknown) => value is T,
  storage = lasting,
  now: () => number = Date.now,
): Promise<Drafts<T>> {
  const key = await keyOfSession();
  // Bound to its place, so that one cannot be passed off as another.
  const at = (name: string) => cipher(key, encoder.encode(name));

  function read(name: string): Draft<T> | undefined {
    try {
      const held: unknown = JSON.parse(decoder.decode(at(name).decrypt(bytesOf(storage.getItem(name) ?? ''))));
      if (!isRecord(held) || !hasTypes(held, { kind: 'string', at: 'number' }) || now() - Number(held['at']) > KEPT_MS)
        throw new RangeError('no draft that anybody may still send');
      return held['kind'] === kind && is(held['value'])
        ? { id: name.slice(DRAFTS.length), at: Number(held['at']), value: held['value'] }
        : undefined;
    } catch {
      // Of another sign-in, too old, or damaged: nobody will read it again.
      storage.removeItem(name);
      return undefined;
    }
  }

  return {
    list: () =>
      keysWith(storage, DRAFTS)
        .flatMap((name) => read(name) ?? [])
        .sort((a, b) => b.at - a.at),
    keep(id, value) {
      const name = DRAFTS + id;
      try {
        storage.setItem(name, base64url(at(name).encrypt(encoder.encode(JSON.stringify({ kind, at: now(), value })))));
      } catch {
        // The storage is full: what was typed stays on the screen.
      }
    },
    drop: (id) => storage.removeItem(DRAFTS + id),
  };
}
