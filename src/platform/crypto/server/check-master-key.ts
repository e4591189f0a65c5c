import { randomBytes } from 'node:crypto';
import { allTenants } from '../../context/server/queries/orgs.ts';
import type { Database, Tx } from '../../db/server/database.ts';
import { StartError } from '../../runtime/server/start-error.ts';
import { keyPurpose } from './data-keys.ts';
import { checkValue, dataKeysOf, lockCheckValue, setCheckValue } from './queries.ts';
import {
  formatWrapped,
  isForRenewal,
  masterName,
  parseWrapped,
  unwrap,
  wrap,
  type Wrapped,
  type WrappingKeys,
} from './wrapping.ts';

const NO_TENANT = { orgId: null, userId: null };
/** The encrypted value that the master key must open. */
const SENTINEL = 'master-key';
/** A row that each start writes and reads. */
const WRITE_TEST = 'write-test';

const wrongKey = (cause: unknown) =>
  new StartError(
    '主密钥（MASTER_KEY 或 MASTER_KEY_FILE）打不开这个数据库里的内容：请换回加密它的那把密钥；更换密钥时请新旧并列，再运行 npm run keys -- rotate-master',
    { cause },
  );

/** Opens a wrapped value. @throws StartError where no given key opens it */
function open(wrapping: WrappingKeys, purpose: string, wrapped: Wrapped): void {
  try {
    unwrap(wrapping, purpose, wrapped);
  } catch (error) {
    throw wrongKey(error);
  }
}

/** Whether the database holds content that a master key encrypts, so that a new key would not open it. */
export async function needsItsMasterKey(db: Database): Promise<boolean> {
  const [[sentinel]] = await db.read(NO_TENANT, [checkValue(SENTINEL)]);
  return sentinel !== undefined || (await firstDataKeys(db)).length > 0;
}

/** The data keys of the first tenant that has any. */
async function firstDataKeys(db: Database): Promise<{ purpose: string; key: Wrapped }[]> {
  for (const orgId of await allTenants(db)) {
    const [rows] = await db.read({ orgId, userId: null }, [dataKeysOf(orgId)]);
    const keys = rows
      .filter(({ wrapped_by }) => !isForRenewal(wrapped_by))
      .map(({ version, wrapped, wrapped_by: wrappedBy }) => ({
        purpose: keyPurpose(orgId, version),
        key: { wrapped, wrappedBy },
      }));
    if (keys.length > 0) return keys;
  }
  return [];
}

/**
 * Checks that the server can use its database: a row is written and read, and the master keys open the sentinel. The
 * first start creates the sentinel, after the keys have opened a tenant's data keys where there are any.
 *
 * @throws StartError where the master key is another one, DatabaseFailure where the row cannot be written
 */
export async function checkUsable(db: Database, wrapping: WrappingKeys): Promise<void> {
  const value = randomBytes(12).toString('hex');
  await db.write(NO_TENANT, [setCheckValue(WRITE_TEST, value)]);
  const [[written], [sentinel]] = await db.read(NO_TENANT, [checkValue(WRITE_TEST), checkValue(SENTINEL)]);
  if (written === undefined) throw new StartError('数据库写入后读不到内容，请检查数据库');
  if (sentinel) return open(wrapping, SENTINEL, parseWrapped(sentinel.value));
  const keys = await firstDataKeys(db);
  for (const { purpose, key } of keys) open(wrapping, purpose, key);
  // Wrapped like the data keys: their key may only be removed after `rotateSentinel`.
  const name = keys[0]?.key.wrappedBy;
  const master = wrapping.masters.find((one) => masterName(one) === name) ?? wrapping.masters[0];
  const sealed = wrap({ masters: master ? [master] : [] }, SENTINEL, randomBytes(16));
  await db.write(NO_TENANT, [setCheckValue(SENTINEL, formatWrapped(sealed))]);
}

/** Wraps the sentinel with the first master key. Call it after all data keys were rewrapped. @throws KeyIsMissing */
export async function rotateSentinel(tx: Tx, wrapping: WrappingKeys): Promise<void> {
  const [sentinel] = await tx.run(lockCheckValue(SENTINEL));
  if (!sentinel) return;
  const key = wrap(wrapping, SENTINEL, unwrap(wrapping, SENTINEL, parseWrapped(sentinel.value)));
  await tx.run(setCheckValue(SENTINEL, formatWrapped(key)));
}
