import { randomBytes } from 'node:crypto';
import { operatorIn } from '../../audit/server/operator.ts';
import { audit } from '../../audit/server/queries/audit-logs.ts';
import type { Services } from '../../context/server/context.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import { keyPurpose } from './data-keys.ts';
import { KEY_BYTES } from './key-text.ts';
import { allTenants, dataKeysOf, insertDataKey, lockDataKeys, rewrapDataKey } from './queries.ts';
import { isForRenewal, masterName, unwrap, wrap, type WrappingKeys } from './wrapping.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'keys' | 'ledger'>;

/** How a tenant's data keys lie. */
export interface KeyStatus {
  orgId: string;
  version: number;
  versions: number;
  wrappedBy: readonly string[];
  sealed: boolean;
}

/** Every tenant that has a data key. Nothing is unwrapped. */
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
        sealed: wrappedBy.some(isForRenewal),
      });
  }
  return found;
}

/**
 * Wraps every data key under the first master key that is not under it yet; what they sealed stays as it is. Tenants
 * that are sealed lie under no master key and are left alone. It may be stopped and run again: each tenant is whole or
 * not begun.
 *
 * @returns How many keys were wrapped anew
 * @throws KeyIsMissing where a key lies under a master key that was not given
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
        const anew = wrap(wrapping, purpose, unwrap(wrapping, purpose, { wrapped, wrappedBy }));
        await tx.run(rewrapDataKey(orgId, version, { wrapped: anew.wrapped, wrapped_by: anew.wrappedBy }));
      }
      return old.length;
    });
    if (changed > 0) await keys.forget(orgId);
    rewrapped += changed;
  }
  return rewrapped;
}

/**
 * Gives a tenant a new data key. What is written from now on is sealed under it; what lies under older ones still
 * opens, and is sealed anew when it is written next.
 *
 * @returns The new version
 * @throws AppError PSY_SERVICE_EXPIRED while the tenant is sealed, KeyIsMissing
 */
export async function rotateDataKey(parts: Parts, wrapping: WrappingKeys, orgId: string): Promise<number> {
  const { db, clock, keys } = parts;
  // It must be able to open what it has before it gets another; and a tenant that never sealed anything gets its first one so.
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
