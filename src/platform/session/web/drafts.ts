import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { managedNonce } from '@noble/ciphers/utils.js';
import { call } from '../../http/web/call.ts';
import { sessionStore } from '../../http/web/portal.ts';
import { DRAFT_PREFIX } from '../../http/web/session-store.ts';
import { base64url } from '../../signing/mac.ts';
import { hasTypes, isRecord, keysWith, persistentStorage } from '../../state/web/storage.ts';
import { draftKey } from '../contract.ts';

/** Input that is not sent yet. */
export interface Draft<T> {
  id: string;
  /** Time of the last save, in milliseconds. */
  at: number;
  value: T;
}

/** Drafts of one kind on this device. */
export interface Drafts<T> {
  /** Latest first. */
  list(): Draft<T>[];
  keep(id: string, value: T): void;
  drop(id: string): void;
}

/**
 * In milliseconds; the lifetime of an idempotency key (`api.md`, envelope). A draft sent later could create a second
 * report.
 */
const KEPT_MS = 24 * 60 * 60_000;

/** From a library, because `crypto.subtle` is missing on pages without TLS. */
const cipher = managedNonce(xchacha20poly1305);
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** The name is authenticated too, so that drafts cannot be exchanged. */
const encrypted = (key: string, name: string, text: string): string =>
  base64url(cipher(bytesOf(key), encoder.encode(name)).encrypt(encoder.encode(text)));
/** @throws Error if the draft is of another key, or damaged */
const decrypted = (key: string, name: string, draft: string): string =>
  decoder.decode(cipher(bytesOf(key), encoder.encode(name)).decrypt(bytesOf(draft)));

/** @throws Error after a sign-out */
function currentKey(): string {
  const key = sessionStore.draftKey();
  if (key === undefined) throw new Error('no session has a key for drafts');
  return key;
}

/** @throws ApiError */
async function requireKey(): Promise<void> {
  const user = sessionStore.session()?.user_id;
  const known = sessionStore.draftKey() ?? (await call(draftKey, {}, { quiet: true })).key;
  // After a sign-out meanwhile, no key is stored.
  if (user !== undefined && sessionStore.session()?.user_id === user) sessionStore.setDraftKey(known);
}

/**
 * Encrypts the drafts of this window with the key of the current session. Called after the same person has signed in
 * again, here or in another tab: a reloaded page has only that key. If it fails, they keep the former key.
 */
export async function moveDrafts(storage = persistentStorage): Promise<void> {
  const former = sessionStore.draftKey();
  if (former === undefined) return;
  const answer = await call(draftKey, {}, { quiet: true, noPrompt: true }).catch(() => undefined);
  // After a sign-out meanwhile, no key is stored.
  if (answer === undefined || sessionStore.draftKey() !== former) return;
  sessionStore.setDraftKey(answer.key);
  for (const name of keysWith(storage, DRAFT_PREFIX)) {
    try {
      storage.setItem(name, encrypted(answer.key, name, decrypted(former, name, storage.getItem(name) ?? '')));
    } catch {
      // Of another session, moved by another tab, or the storage is full.
    }
  }
}

/**
 * Drafts in the browser's storage, encrypted with a key that the server provides for the session. After the session
 * they cannot be decrypted; sign-out clears them.
 *
 * @param kind What the drafts are for @param is Validates a value, which another version may have stored
 * @throws ApiError if the key cannot be fetched
 */
export async function openDrafts<T>(
  kind: string,
  is: (value: unknown) => value is T,
  storage = persistentStorage,
  now: () => number = Date.now,
): Promise<Drafts<T>> {
  await requireKey();

  function read(name: string): Draft<T> | undefined {
    try {
      const held: unknown = JSON.parse(decrypted(currentKey(), name, storage.getItem(name) ?? ''));
      if (!isRecord(held) || !hasTypes(held, { kind: 'string', at: 'number' }) || now() - Number(held['at']) > KEPT_MS)
        throw new RangeError('the draft is invalid or expired');
      return held['kind'] === kind && is(held['value'])
        ? { id: name.slice(DRAFT_PREFIX.length), at: Number(held['at']), value: held['value'] }
        : undefined;
    } catch {
      // From another session, expired or damaged: it can never be read again.
      storage.removeItem(name);
      return undefined;
    }
  }

  return {
    list: () =>
      keysWith(storage, DRAFT_PREFIX)
        .flatMap((name) => read(name) ?? [])
        .sort((a, b) => b.at - a.at),
    keep(id, value) {
      const name = DRAFT_PREFIX + id;
      try {
        storage.setItem(name, encrypted(currentKey(), name, JSON.stringify({ kind, at: now(), value })));
      } catch {
        // The storage is full, or the user has signed out; the input stays on the screen.
      }
    },
    drop: (id) => storage.removeItem(DRAFT_PREFIX + id),
  };
}
