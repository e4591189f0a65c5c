import path from 'node:path';
import { CompiledQuery } from 'kysely';
import { openDataFolder } from '../../../src/app/server/data-folder.ts';
import { openConfigured } from '../../../src/app/server/prepare-database.ts';
import { secretOf } from '../../../src/app/server/secret.ts';
import { wrappingKeysOf } from '../../../src/app/server/wrapping-keys.ts';
import { checkUsable, needsItsMasterKey } from '../../../src/platform/crypto/server/check-master-key.ts';
import { createDataKeys, type FieldLocation } from '../../../src/platform/crypto/server/data-keys.ts';
import { migrate } from '../../../src/platform/db/server/migrate.ts';
import { embeddedStore } from '../../../src/platform/objects/server/embedded.ts';
import { systemClock } from '../../../src/platform/runtime/server/clock.ts';
import { LastingState } from '../../../src/platform/state/server/lasting-state.ts';
import { NONCES } from '../../../src/platform/state/server/shared-state.ts';

const ORG = '9001';
const TENANT = { orgId: ORG, userId: null };
const NONCE_MS = 10 * 60_000;

/** What a demo keeps on its disk, for the values that one number stands for. */
export const valuesOf = (id: number) => ({
  text: `text ${id} `.repeat(1 + (id % 40)),
  objectKey: `kept/${id}`,
  object: Buffer.alloc(1 + id * 4099, id),
  nonce: `${NONCES}${id}`,
});

const at = (id: number): FieldLocation => ({ table: 'kept', row: String(id), field: 'sealed' });

/** The secrets of a demo, made at its first start. */
export function openSecrets(dataDir: string, mayCreate = true) {
  const wrapping = wrappingKeysOf(
    {
      mode: 'demo',
      dataDir,
      masterKeys: undefined,
      renewalPublicKey: undefined,
      renewalKey: undefined,
    },
    mayCreate,
  );
  return { secret: secretOf(dataDir, 'secret', mayCreate), wrapping };
}

/** Starts what keeps data, in the order in which the server does. */
export async function openKept(dataDir: string, entries: string) {
  openDataFolder(dataDir);
  const db = await openConfigured({ databaseUrl: undefined, dataDir }, entries);
  await migrate(db);
  await db.admin((run) =>
    run('create table if not exists kept (id int primary key, sealed text not null); grant all on kept to xinyu_app'),
  );
  const state = await LastingState.open(systemClock, path.join(dataDir, 'nonces'), (error) => {
    throw error;
  });
  const { secret, wrapping } = openSecrets(dataDir, !(await needsItsMasterKey(db)));
  await checkUsable(db, wrapping);
  await db.write(TENANT, [
    CompiledQuery.raw(
      'insert into orgs (org_id, org_name, org_type, service_type, product_status) values ($1, $1, 2, 1, 1) on conflict do nothing',
      [ORG],
    ),
  ]);
  const keys = createDataKeys({ db, state, clock: systemClock, wrapping });
  const objects = embeddedStore(path.join(dataDir, 'objects'), { secret, clock: systemClock });

  return {
    async keep(id: number): Promise<void> {
      const { text, objectKey, object, nonce } = valuesOf(id);
      if (!(await state.claim(nonce, NONCE_MS))) throw new Error(`the nonce ${nonce} was claimed before`);
      await objects.write(objectKey, object, 'application/octet-stream');
      const sealed = await keys.encryptText(ORG, text, at(id));
      await db.write(TENANT, [CompiledQuery.raw('insert into kept values ($1, $2)', [id, sealed])]);
    },
    /** The decrypted text of each row. */
    async texts(): Promise<Map<number, string>> {
      const [rows] = await db.read(TENANT, [
        CompiledQuery.raw('select id, sealed from kept') as CompiledQuery<{ id: number; sealed: string }>,
      ]);
      const ring = await keys.ring(ORG);
      return new Map(rows.map(({ id, sealed }) => [id, ring.decryptText(sealed, at(id))]));
    },
    object: (id: number) => objects.read(valuesOf(id).objectKey, 2 ** 30),
    claim: (id: number) => state.claim(valuesOf(id).nonce, NONCE_MS),
    async close(): Promise<void> {
      await state.close();
      await db.close();
    },
  };
}
