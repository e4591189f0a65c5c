import type { Services } from '../../context/server/services.ts';
import type { Tx } from '../../db/server/database.ts';
import { StoreUnavailable } from '../../objects/server/store.ts';
import { isoTime, nowIso } from '../../runtime/server/clock.ts';
import * as store from './queries/stray-objects.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'objects' | 'log'>;

const CHUNK = 100;
/** Milliseconds that an object may exist before its row refers to it. */
const MAKING_MS = 60 * 60_000;

/** Writes an object whose row is inserted later with `keepObject`; if that never happens, the object is removed later. */
export async function makeObject(
  { db, clock, objects }: Pick<Services, 'db' | 'clock' | 'objects'>,
  orgId: string,
  key: string,
  bytes: Uint8Array,
): Promise<void> {
  await db.write({ orgId, userId: null }, [store.noteStrays(orgId, [key], isoTime(clock.now() + MAKING_MS))]);
  await objects.write(key, bytes, 'application/octet-stream');
}

/**
 * Call this in the transaction whose row refers to the object. @throws StoreUnavailable where the object may already
 * have been removed
 */
export async function keepObject(tx: Tx, orgId: string, key: string): Promise<void> {
  if ((await tx.run(store.forgetStrays(orgId, [key]))) === 0)
    throw new StoreUnavailable('the object was removed before its row named it');
}

/**
 * Schedules objects for removal in the transaction that removes their last row. They are not removed before the commit,
 * and a failed transaction loses nothing. `removeStrays` removes them.
 */
export async function letGo(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  orgId: string,
  keys: readonly (string | null)[],
): Promise<string[]> {
  const named = keys.filter((key) => key !== null);
  if (named.length > 0) await tx.run(store.noteStrays(orgId, named, nowIso(clock)));
  return named;
}

/** Removes scheduled objects, and objects left behind by crashed processes. @returns how many */
export async function collectStrays(
  { db, clock, objects }: Pick<Parts, 'db' | 'clock' | 'objects'>,
  orgId: string,
  among?: readonly string[],
): Promise<number> {
  let removed = 0;
  for (let found = CHUNK; found === CHUNK; removed += found) {
    found = await db.transaction({ orgId, userId: null }, async (tx) => {
      const now = nowIso(clock);
      const keys = (await tx.run(among ? store.dueAmong(orgId, now, among) : store.dueStrays(orgId, now, CHUNK))).map(
        ({ object_key }) => object_key,
      );
      await Promise.all(keys.map((key) => objects.remove(key)));
      if (keys.length > 0) await tx.run(store.forgetStrays(orgId, keys));
      return among ? 0 : keys.length;
    });
  }
  return removed;
}

/** Removes objects that were just scheduled; after a failure the next maintenance run retries. */
export async function removeStrays(parts: Parts, orgId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await collectStrays(parts, orgId, keys).catch((error: unknown) =>
    parts.log.warn({ err: error, org_id: orgId, count: keys.length }, 'objects could not be removed yet'),
  );
}
