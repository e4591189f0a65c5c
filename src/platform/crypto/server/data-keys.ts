import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database, RowOf, Tx } from '../../db/server/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { ORG_TOPIC, Revocations } from '../../identity/server/revocation.ts';
import { nowIso, type Clock } from '../../runtime/server/clock.ts';
import type { SharedState } from '../../state/server/shared-state.ts';
import { encryptWith, derive, decryptWith } from './cipher.ts';
import { KEY_BYTES } from './key-text.ts';
import * as store from './queries.ts';
import {
  isForRenewal,
  KeyIsLocked,
  unwrap,
  unwrapForRenewal,
  wrap,
  wrapForRenewal,
  type Wrapped,
  type WrappingKeys,
} from './wrapping.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    /** Encryption at rest, with one data key per tenant. */
    keys: DataKeys;
  }
}

/** Location of an encrypted value. It is authenticated: the value cannot be decrypted at another location or tenant. */
export interface FieldLocation {
  table: string;
  row: string;
  field: string;
}

/** Encrypts and decrypts the values of one tenant. */
export interface KeyRing {
  /** Version of the key that encrypts. */
  readonly version: number;
  encryptText(text: string, at: FieldLocation): string;
  /** @throws DecryptionFailed */
  decryptText(encrypted: string, at: FieldLocation): string;
  encryptBytes(bytes: Uint8Array, at: FieldLocation): Buffer;
  /** @throws DecryptionFailed */
  decryptBytes(encrypted: Uint8Array, at: FieldLocation): Buffer;
  /**
   * Key ring of one child, derived from the tenant's keys and a key part that is stored with the child. Deleting that
   * part makes the child's values unreadable.
   */
  forChild(keyPart: string): KeyRing;
}

/**
 * Encryption at rest with one data key per tenant (AES-256-GCM). Use the four short forms for single values and `ring`
 * for many; do not keep a ring beyond its transaction.
 */
export interface DataKeys {
  /**
   * The same, for use inside a transaction: keys that are not cached are loaded, and a first key is created, by the
   * transaction.
   */
  within(tx: Tx): DataKeys;
  /**
   * Creates the tenant's first key if it has none.
   *
   * @throws AppError PSY_SERVICE_EXPIRED while the keys are locked; Error inside a transaction, except by `within`
   */
  ring(orgId: string): Promise<KeyRing>;
  encryptText(orgId: string, text: string, at: FieldLocation): Promise<string>;
  decryptText(orgId: string, encrypted: string, at: FieldLocation): Promise<string>;
  encryptBytes(orgId: string, bytes: Uint8Array, at: FieldLocation): Promise<Buffer>;
  decryptBytes(orgId: string, encrypted: Uint8Array, at: FieldLocation): Promise<Buffer>;
  /**
   * Wraps a tenant's keys with the renewal public key, so that no server process can unwrap them after the commit.
   *
   * @returns The number of keys that were unlocked before
   */
  lock(tx: Tx, orgId: string): Promise<number>;
  /**
   * Reverses `lock`.
   *
   * @param renewalKey Called only when a key is locked
   * @throws KeyIsMissing when the keys were locked for another renewal key
   */
  unlock(tx: Tx, orgId: string, renewalKey: () => Uint8Array): Promise<number>;
  /** Removes a tenant's keys from the cache of every process. Call it after the commit that changed them. */
  forget(orgId: string): Promise<void>;
}

/**
 * Thrown when a value was changed, moved, or encrypted with an unknown key. The message contains the location, never
 * the value.
 */
export class DecryptionFailed extends Error {
  override readonly name = 'DecryptionFailed';
  constructor(orgId: string, { table, row, field }: FieldLocation, cause?: unknown) {
    super(`the encrypted value at ${orgId} ${table} ${row} ${field} cannot be decrypted`, { cause });
  }
}

/** First character of an encrypted text; user input cannot contain it (`isCleanText`). */
const MARK = '\u0001';
const TEXT = /^(\d{1,9})\.([A-Za-z0-9_-]+)$/;
export const isEncryptedText = (value: unknown): value is string => typeof value === 'string' && value.startsWith(MARK);
/** Prefix of all texts encrypted with a version of a tenant's key. */
export const encryptedPrefix = (version: number): string => `${MARK}${version}.`;
const partsOf = (encrypted: string) => (isEncryptedText(encrypted) ? TEXT.exec(encrypted.slice(MARK.length)) : null);
/** Header of encrypted bytes: format number and key version. */
const FORMAT = 1;
const HEADER_BYTES = 5;

/** Additional authenticated data of a wrapped data key. */
export const keyPurpose = (orgId: string, version: number): string => `data key ${orgId} ${version}`;
const purposeOf = (orgId: string, { table, row, field }: FieldLocation): string =>
  JSON.stringify([orgId, table, row, field]);

/** HKDF info of a child's key; part of the stored format. */
const CHILD_KEY = 'somebody of the tenant';

/** @param keys Data keys by version, the current one first */
function ringOf(orgId: string, keys: ReadonlyMap<number, Buffer>): KeyRing {
  const [[version, key] = [0, Buffer.alloc(0)]] = keys;
  const open = (under: number, encrypted: Uint8Array, at: FieldLocation): Buffer => {
    const held = keys.get(under);
    if (!held) throw new DecryptionFailed(orgId, at);
    try {
      return decryptWith(held, purposeOf(orgId, at), encrypted);
    } catch (cause) {
      throw new DecryptionFailed(orgId, at, cause);
    }
  };
  return {
    version,
    forChild: (keyPart) =>
      ringOf(orgId, new Map([...keys].map(([under, whole]) => [under, derive(whole, keyPart, CHILD_KEY)]))),
    encryptText: (text, at) =>
      `${encryptedPrefix(version)}${encryptWith(key, purposeOf(orgId, at), Buffer.from(text, 'utf8')).toString('base64url')}`,
    decryptText(encrypted, at) {
      const [, under, body = ''] = partsOf(encrypted) ?? [];
      return open(Number(under), Buffer.from(body, 'base64url'), at).toString('utf8');
    },
    encryptBytes(bytes, at) {
      const head = Buffer.alloc(HEADER_BYTES, FORMAT);
      head.writeUInt32BE(version, 1);
      return Buffer.concat([head, encryptWith(key, purposeOf(orgId, at), bytes)]);
    },
    decryptBytes(encrypted, at) {
      if (encrypted.length <= HEADER_BYTES || encrypted[0] !== FORMAT) throw new DecryptionFailed(orgId, at);
      return open(
        Buffer.from(encrypted.buffer, encrypted.byteOffset, HEADER_BYTES).readUInt32BE(1),
        encrypted.subarray(HEADER_BYTES),
        at,
      );
    },
  };
}

const CACHED_MAX = 2000;
/** How long unwrapped keys stay in memory. */
const CACHED_MS = 5 * 60_000;

/** How the keys of a tenant are read and created. */
interface KeySource {
  read(): Promise<StoredKey[]>;
  createFirst(): Promise<StoredKey[]>;
}
type StoredKey = RowOf<ReturnType<typeof store.dataKeysOf>>;

export interface DataKeyOptions {
  db: Database;
  state: SharedState;
  clock: Clock;
  wrapping: WrappingKeys;
}

/** Unwraps tenants' data keys on demand and caches them for five minutes or until the tenant changes. */
export function createDataKeys({ db, state, clock, wrapping }: DataKeyOptions): DataKeys {
  const cache = new LRUCache<string, { ring: KeyRing; loadedAt: number }>({ max: CACHED_MAX });
  const revocations = new Revocations();
  revocations.listen(
    state,
    ORG_TOPIC,
    (orgId) => cache.delete(orgId),
    () => cache.clear(),
  );

  const unwrapped = (orgId: string, version: number, row: { wrapped: string; wrapped_by: string }): Buffer => {
    try {
      return unwrap(wrapping, keyPurpose(orgId, version), { wrapped: row.wrapped, wrappedBy: row.wrapped_by });
    } catch (cause) {
      throw cause instanceof KeyIsLocked ? new AppError('PSY_SERVICE_EXPIRED', { cause }) : cause;
    }
  };

  /** Creates the first key of a tenant, or returns the one that a concurrent caller created. */
  async function createFirstKey(tx: Tx, orgId: string) {
    const version = 1;
    const { wrapped, wrappedBy } = wrap(wrapping, keyPurpose(orgId, version), randomBytes(KEY_BYTES));
    await tx.run(
      store.insertDataKey({ org_id: orgId, version, wrapped, wrapped_by: wrappedBy, created_at: nowIso(clock) }),
    );
    return tx.run(store.dataKeysOf(orgId));
  }

  async function load(orgId: string, { read, createFirst }: KeySource): Promise<KeyRing> {
    const seen = revocations.count;
    const known = await read();
    const rows = known.length > 0 ? known : await createFirst();
    const ring = ringOf(orgId, new Map(rows.map((row) => [row.version, unwrapped(orgId, row.version, row)])));
    // A key that may still be rolled back must not be used outside its transaction.
    if (!rows.some((row) => row.uncommitted) && revocations.count === seen)
      cache.set(orgId, { ring, loadedAt: clock.now() });
    return ring;
  }

  const cached = (orgId: string): KeyRing | undefined => {
    const held = cache.get(orgId);
    return held && clock.now() - held.loadedAt < CACHED_MS ? held.ring : undefined;
  };

  const ring: DataKeys['ring'] = async (orgId) => {
    // Checked before the cache is asked, so that a call without `within` does not fail only when the keys are not cached.
    db.assertOutside();
    const tenant = { orgId, userId: null };
    return (
      cached(orgId) ??
      load(orgId, {
        read: async () => (await db.read(tenant, [store.dataKeysOf(orgId)]))[0],
        createFirst: () => db.transaction(tenant, (tx) => createFirstKey(tx, orgId)),
      })
    );
  };

  const ringWithin =
    (tx: Tx): DataKeys['ring'] =>
    async (orgId) => {
      if (tx.tenant.orgId !== orgId) throw new Error('inside a transaction only its own tenant may be used');
      return (
        cached(orgId) ??
        load(orgId, { read: () => tx.run(store.dataKeysOf(orgId)), createFirst: () => createFirstKey(tx, orgId) })
      );
    };

  /** Wraps the selected keys of a tenant again. */
  async function rewrap(
    tx: Tx,
    orgId: string,
    selects: (locked: boolean) => boolean,
    wrapAgain: (purpose: string, key: Wrapped) => Wrapped,
  ): Promise<number> {
    const chosen = (await tx.run(store.lockDataKeys(orgId))).filter(({ wrapped_by }) =>
      selects(isForRenewal(wrapped_by)),
    );
    for (const { version, wrapped, wrapped_by: wrappedBy } of chosen) {
      const key = wrapAgain(keyPurpose(orgId, version), { wrapped, wrappedBy });
      await tx.run(store.rewrapDataKey(orgId, version, { wrapped: key.wrapped, wrapped_by: key.wrappedBy }));
    }
    return chosen.length;
  }

  const keysBy = (ringFor: DataKeys['ring']): DataKeys => ({
    within: (tx) => keysBy(ringWithin(tx)),
    ring: ringFor,
    encryptText: async (orgId, text, at) => (await ringFor(orgId)).encryptText(text, at),
    decryptText: async (orgId, encrypted, at) => (await ringFor(orgId)).decryptText(encrypted, at),
    encryptBytes: async (orgId, bytes, at) => (await ringFor(orgId)).encryptBytes(bytes, at),
    decryptBytes: async (orgId, encrypted, at) => (await ringFor(orgId)).decryptBytes(encrypted, at),
    lock: (tx, orgId) =>
      rewrap(
        tx,
        orgId,
        (locked) => !locked,
        (purpose, key) => wrapForRenewal(wrapping, purpose, unwrap(wrapping, purpose, key)),
      ),
    unlock: (tx, orgId, renewalKey) =>
      rewrap(
        tx,
        orgId,
        (locked) => locked,
        (purpose, key) => wrap(wrapping, purpose, unwrapForRenewal(renewalKey(), purpose, key)),
      ),
    forget: (orgId) => state.publish(ORG_TOPIC, orgId),
  });
  return keysBy(ring);
}
