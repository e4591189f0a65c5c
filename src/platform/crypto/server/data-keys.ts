import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database, Tx } from '../../db/server/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { ORG_TOPIC, Revocations } from '../../identity/server/revocation.ts';
import { nowIso, type Clock } from '../../runtime/server/clock.ts';
import type { SharedState } from '../../state/server/shared-state.ts';
import { KEY_BYTES } from './key-text.ts';
import * as store from './queries.ts';
import { closeWith, derive, openWith } from './seal.ts';
import {
  isForRenewal,
  KeyIsSealed,
  unwrap,
  unwrapForRenewal,
  wrap,
  wrapForRenewal,
  type Wrapped,
  type WrappingKeys,
} from './wrapping.ts';

/** Where a sealed value lies. It opens there and nowhere else: not in another row, field, table or organisation. */
export interface SealedAt {
  table: string;
  row: string;
  field: string;
}

/** Seals and opens what one tenant keeps. */
export interface KeyRing {
  /** Of the key that seals. */
  readonly version: number;
  sealText(text: string, at: SealedAt): string;
  /** @throws SealBroken */
  openText(sealed: string, at: SealedAt): string;
  sealBytes(bytes: Uint8Array, at: SealedAt): Buffer;
  /** @throws SealBroken */
  openBytes(sealed: Uint8Array, at: SealedAt): Buffer;
  /**
   * The ring of somebody within the tenant, whose half of the key is kept with them: without it nothing of it opens,
   * whoever has the tenant's key.
   */
  of(half: string): KeyRing;
}

/**
 * Encryption at rest under a data key for each tenant (AES-256-GCM). The four short forms are for a value now and then;
 * whoever has many of one tenant asks once for its ring. Inside a transaction the ring is that transaction's: do not
 * keep it for longer.
 */
export interface DataKeys {
  /** Makes the tenant's first key where it has none. @throws AppError PSY_SERVICE_EXPIRED while the tenant is sealed */
  ring(orgId: string): Promise<KeyRing>;
  sealText(orgId: string, text: string, at: SealedAt): Promise<string>;
  openText(orgId: string, sealed: string, at: SealedAt): Promise<string>;
  sealBytes(orgId: string, bytes: Uint8Array, at: SealedAt): Promise<Buffer>;
  openBytes(orgId: string, sealed: Uint8Array, at: SealedAt): Promise<Buffer>;
  /**
   * Wraps a tenant's keys so that only the renewal key opens them: from the commit on no process can, this one
   * included.
   *
   * @returns How many were open until then
   */
  seal(tx: Tx, orgId: string): Promise<number>;
  /**
   * The reverse of `seal`.
   *
   * @param renewalKey Asked for only where there is something to open
   * @throws KeyIsMissing where they were sealed for another renewal key
   */
  unseal(tx: Tx, orgId: string, renewalKey: () => Uint8Array): Promise<number>;
  /** Forgets the keys of a tenant, in every process: to be called once what changed them is committed. */
  forget(orgId: string): Promise<void>;
}

/**
 * A value that was changed, moved, or sealed under a key that the tenant does not have. It names the place, and never
 * holds the value.
 */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
  constructor(orgId: string, { table, row, field }: SealedAt, cause?: unknown) {
    super(`the sealed value at ${orgId} ${table} ${row} ${field} does not open`, { cause });
  }
}

/** A sealed text begins with a character that no text of a person holds (`isCleanText`), so that none passes for one. */
const MARK = '\u0001';
const TEXT = /^(\d{1,9})\.([A-Za-z0-9_-]+)$/;
export const isSealedText = (value: unknown): value is string => typeof value === 'string' && value.startsWith(MARK);
/** How every text begins that was sealed under a version of a tenant's key. */
export const sealedPrefix = (version: number): string => `${MARK}${version}.`;
const partsOf = (sealed: string) => (isSealedText(sealed) ? TEXT.exec(sealed.slice(MARK.length)) : null);
/** Before sealed bytes: the form, and the version of the key. */
const FORM = 1;
const HEAD_BYTES = 5;

/** What a data key is wrapped for. */
export const keyPurpose = (orgId: string, version: number): string => `data key ${orgId} ${version}`;
const purposeOf = (orgId: string, { table, row, field }: SealedAt): string =>
  JSON.stringify([orgId, table, row, field]);

/** @param keys By version, the current one first */
function ringOf(orgId: string, keys: ReadonlyMap<number, Buffer>): KeyRing {
  const [[version, key] = [0, Buffer.alloc(0)]] = keys;
  const open = (under: number, sealed: Uint8Array, at: SealedAt): Buffer => {
    const held = keys.get(under);
    if (!held) throw new SealBroken(orgId, at);
    try {
      return openWith(held, purposeOf(orgId, at), sealed);
    } catch (cause) {
      throw new SealBroken(orgId, at, cause);
    }
  };
  return {
    version,
    of: (half) =>
      ringOf(orgId, new Map([...keys].map(([under, whole]) => [under, derive(whole, half, 'somebody of the tenant')]))),
    sealText: (text, at) =>
      `${sealedPrefix(version)}${closeWith(key, purposeOf(orgId, at), Buffer.from(text, 'utf8')).toString('base64url')}`,
    openText(sealed, at) {
      const [, under, body = ''] = partsOf(sealed) ?? [];
      return open(Number(under), Buffer.from(body, 'base64url'), at).toString('utf8');
    },
    sealBytes(bytes, at) {
      const head = Buffer.alloc(HEAD_BYTES, FORM);
      head.writeUInt32BE(version, 1);
      return Buffer.concat([head, closeWith(key, purposeOf(orgId, at), bytes)]);
    },
    openBytes(sealed, at) {
      if (sealed.length <= HEAD_BYTES || sealed[0] !== FORM) throw new SealBroken(orgId, at);
      return open(
        Buffer.from(sealed.buffer, sealed.byteOffset, HEAD_BYTES).readUInt32BE(1),
        sealed.subarray(HEAD_BYTES),
        at,
      );
    },
  };
}

const CACHED_MAX = 2000;
/** How long keys lie open in memory. */
const CACHED_MS = 5 * 60_000;

export interface DataKeyOptions {
  db: Database;
  state: SharedState;
  clock: Clock;
  wrapping: WrappingKeys;
}

/**
 * Opens tenants' data keys as they are needed, keeps them for five minutes, and forgets them when the tenant is said to
 * have changed.
 */
export function createDataKeys({ db, state, clock, wrapping }: DataKeyOptions): DataKeys {
  const cache = new LRUCache<string, { ring: KeyRing; loadedAt: number }>({ max: CACHED_MAX });
  const revocations = new Revocations();
  revocations.listen(
    state,
    ORG_TOPIC,
    (orgId) => cache.delete(orgId),
    () => cache.clear(),
  );

  const opened = (orgId: string, version: number, row: { wrapped: string; wrapped_by: string }): Buffer => {
    try {
      return unwrap(wrapping, keyPurpose(orgId, version), { wrapped: row.wrapped, wrappedBy: row.wrapped_by });
    } catch (cause) {
      throw cause instanceof KeyIsSealed ? new AppError('PSY_SERVICE_EXPIRED', { cause }) : cause;
    }
  };

  /** The first key of a tenant; where somebody makes it at the same moment, theirs. */
  async function make(orgId: string) {
    const version = 1;
    const { wrapped, wrappedBy } = wrap(wrapping, keyPurpose(orgId, version), randomBytes(KEY_BYTES));
    return db.transaction({ orgId, userId: null }, async (tx) => {
      await tx.run(
        store.insertDataKey({
          org_id: orgId,
          version,
          wrapped,
          wrapped_by: wrappedBy,
          created_at: nowIso(clock),
        }),
      );
      return tx.run(store.dataKeysOf(orgId));
    });
  }

  async function load(orgId: string): Promise<KeyRing> {
    const seen = revocations.count;
    const [known] = await db.read({ orgId, userId: null }, [store.dataKeysOf(orgId)]);
    const rows = known.length > 0 ? known : await make(orgId);
    const ring = ringOf(orgId, new Map(rows.map((row) => [row.version, opened(orgId, row.version, row)])));
    // A key that could still be rolled back must not seal anything for others.
    if (!rows.some((row) => row.uncommitted) && revocations.count === seen)
      cache.set(orgId, { ring, loadedAt: clock.now() });
    return ring;
  }

  const ring: DataKeys['ring'] = async (orgId) => {
    const held = cache.get(orgId);
    return held && clock.now() - held.loadedAt < CACHED_MS ? held.ring : load(orgId);
  };

  /** Wraps those of a tenant's keys anew that `choose` picks. */
  async function rewrap(
    tx: Tx,
    orgId: string,
    choose: (sealed: boolean) => boolean,
    anew: (purpose: string, key: Wrapped) => Wrapped,
  ): Promise<number> {
    const chosen = (await tx.run(store.lockDataKeys(orgId))).filter(({ wrapped_by }) =>
      choose(isForRenewal(wrapped_by)),
    );
    for (const { version, wrapped, wrapped_by: wrappedBy } of chosen) {
      const key = anew(keyPurpose(orgId, version), { wrapped, wrappedBy });
      await tx.run(store.rewrapDataKey(orgId, version, { wrapped: key.wrapped, wrapped_by: key.wrappedBy }));
    }
    return chosen.length;
  }

  return {
    ring,
    seal: (tx, orgId) =>
      rewrap(
        tx,
        orgId,
        (sealed) => !sealed,
        (purpose, key) => wrapForRenewal(wrapping, purpose, unwrap(wrapping, purpose, key)),
      ),
    unseal: (tx, orgId, renewalKey) =>
      rewrap(
        tx,
        orgId,
        (sealed) => sealed,
        (purpose, key) => wrap(wrapping, purpose, unwrapForRenewal(renewalKey(), purpose, key)),
      ),
    sealText: async (orgId, text, at) => (await ring(orgId)).sealText(text, at),
    openText: async (orgId, sealed, at) => (await ring(orgId)).openText(sealed, at),
    sealBytes: async (orgId, bytes, at) => (await ring(orgId)).sealBytes(bytes, at),
    openBytes: async (orgId, sealed, at) => (await ring(orgId)).openBytes(sealed, at),
    forget: (orgId) => state.publish(ORG_TOPIC, orgId),
  };
}
