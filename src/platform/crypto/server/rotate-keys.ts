import { randomBytes } from 'node:crypto';
import { operatorIn } from '../../audit/server/operator.ts';
import { audit } from '../../audit/server/queries/audit-logs.ts';
import { allTenants } from '../../context/server/queries/orgs.ts';
import type { Services } from '../../context/server/services.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import { rotateSentinel } from './check-master-key.ts';
import { keyPurpose } from './data-keys.ts';
import { rotateInstallationKey } from './installation-cipher.ts';
import { KEY_BYTES } from './key-text.ts';
import { dataKeysOf, insertDataKey, lockDataKeys, rewrapDataKey } from './queries.ts';
import { isForRenewal, masterName, unwrap, wrap, type WrappingKeys } from './wrapping.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'keys' | 'ledger' | 'events'>;

/** State of a tenant's data keys. */
export interface KeyStatus {
  orgId: string;
  version: number;
  versions: number;
  wrappedBy: readonly string[];
  locked: boolean;
}

/** Key status of every tenant with a data key, without unwrapping any key. */
export async function keyStatus({ db }: Pick<Parts, 'db'>): Promise<KeyStatus[]> {
  const found: KeyStatus[] = [];
  for (const orgId of await allTenants(db)) {
    const [rows] = await db.read({ orgId, userId: null }, [dataKeysOf(orgId)]);
    const wrappedBy = [...new Set(rows.map(({ wrapped_by }) => wrapped_by))];
    if (rows[0])
      found.push({
        orgId,
        version: rows[0].version,
        versions: rows.length,
        wrappedBy,
        locked: wrappedBy.some(isForRenewal),
      });
  }
  return found;
}

/**
 * Wraps every data key, and the key of the installation, with the first master key; encrypted values stay unchanged.
 * Skips tenants whose keys are locked. Each tenant is one transaction, so it may be interrupted and repeated.
 *
 * @returns The number of rewrapped keys
 * @throws KeyIsMissing when a master key that wraps a data key is not given
 */
export async function rotateMasterKey(
  { db, keys }: Pick<Parts, 'db' | 'keys'>,
  wrapping: WrappingKeys,
): Promise<number> {
  const name = wrapping.masters[0] && masterName(wrapping.masters[0]);
  let rewrapped = 0;
  for (const orgId of await allTenants(db)) {
    const changed = await db.transaction({ orgId, userId: null }, async (tx) => {
      const old = (await tx.run(lockDataKeys(orgId))).filter(
        ({ wrapped_by }) => wrapped_by !== name && !isForRenewal(wrapped_by),
      );
      for (const { version, wrapped, wrapped_by: wrappedBy } of old) {
        const purpose = keyPurpose(orgId, version);
        const key = wrap(wrapping, purpose, unwrap(wrapping, purpose, { wrapped, wrappedBy }));
        await tx.run(rewrapDataKey(orgId, version, { wrapped: key.wrapped, wrapped_by: key.wrappedBy }));
      }
      return old.length;
    });
    if (changed > 0) await keys.forget(orgId);
    rewrapped += changed;
  }
  await db.transaction({ orgId: null, userId: null }, async (tx) => {
    await rotateInstallationKey(tx, wrapping);
    await rotateSentinel(tx, wrapping);
  });
  return rewrapped;
}

/**
 * Creates a new data key for a tenant. New values are encrypted with it; older ones stay readable and are encrypted
 * again on their next write.
 *
 * @returns The new version
 * @throws AppError PSY_SERVICE_EXPIRED while the keys are locked, KeyIsMissing
 */
export async function rotateDataKey(parts: Parts, wrapping: WrappingKeys, orgId: string): Promise<number> {
  const { db, clock, keys } = parts;
  // Verifies that the current keys can be unwrapped, and creates the first key of a new tenant.
  const { version: before } = await keys.ring(orgId);
  const version = await db.transaction({ orgId, userId: null }, async (tx) => {
    const [current] = await tx.run(lockDataKeys(orgId));
    const next = (current?.version ?? before) + 1;
    const { wrapped, wrappedBy } = wrap(wrapping, keyPurpose(orgId, next), randomBytes(KEY_BYTES));
    await tx.run(
      insertDataKey({
        org_id: orgId,
        version: next,
        wrapped,
        wrapped_by: wrappedBy,
        created_at: nowIso(clock),
      }),
    );
    await audit(tx, operatorIn(parts, orgId), {
      act: 'rotate_key',
      resource: 'data_key',
      rowId: String(next),
      after: { version: next },
    });
    return next;
  });
  await keys.forget(orgId);
  return version;
}
