import { keyPurpose } from '../../../platform/crypto/server/data-keys.ts';
import { dataKeysOf } from '../../../platform/crypto/server/queries.ts';
import { isForRenewal, unwrap, wrap } from '../../../platform/crypto/server/wrapping.ts';
import type { AdminRun } from '../../../platform/db/server/database.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import type { Operating } from '../operating.ts';

/** A data key on its way: it is written only under the transport key. */
interface MovedKey {
  version: number;
  key: string;
  created_at: string;
}

/** The data keys of an organisation as texts. @throws StartError where they are locked because the service has expired */
export async function openDataKeys({ db, wrapping }: Operating, orgId: string): Promise<string[]> {
  const [rows] = await db.read({ orgId, userId: null }, [dataKeysOf(orgId)]);
  if (rows.some(({ wrapped_by }) => isForRenewal(wrapped_by)))
    throw new StartError(
      '这个单位的服务已到期，内容已封存，服务器打不开：请先续期（npm run service -- renew），再导出',
    );
  return rows.map(({ version, wrapped, wrapped_by: wrappedBy, created_at }) =>
    JSON.stringify({
      version,
      key: unwrap(wrapping, keyPurpose(orgId, version), { wrapped, wrappedBy }).toString('base64url'),
      created_at,
    } satisfies MovedKey),
  );
}

/** Stores the data keys under the master key of this installation. */
export async function storeDataKeys(
  run: AdminRun,
  { wrapping }: Pick<Operating, 'wrapping'>,
  orgId: string,
  texts: readonly string[],
): Promise<void> {
  for (const text of texts) {
    const { version, key, created_at } = JSON.parse(text) as MovedKey;
    const { wrapped, wrappedBy } = wrap(wrapping, keyPurpose(orgId, version), Buffer.from(key, 'base64url'));
    await run('insert into data_keys (org_id, version, wrapped, wrapped_by, created_at) values ($1, $2, $3, $4, $5)', [
      orgId,
      version,
      wrapped,
      wrappedBy,
      created_at,
    ]);
  }
}
