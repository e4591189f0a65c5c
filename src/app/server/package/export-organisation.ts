import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { organisationOf, type OnTable } from '../../../features/tenants/server/public.ts';
import { countersignatureFile, readCountersignatures } from '../../../platform/audit/server/countersignatures.ts';
import { allHeads } from '../../../platform/audit/server/queries/audit-chain.ts';
import { verifyAudit } from '../../../platform/audit/server/verify.ts';
import { KEY_BYTES } from '../../../platform/crypto/server/key-text.ts';
import type { AdminRun } from '../../../platform/db/server/database.ts';
import { readJsonRows } from '../../../platform/db/server/json-rows.ts';
import { appliedVersion } from '../../../platform/db/server/migrate.ts';
import { readTenantAccounts } from '../../../platform/db/server/tenant-accounts.ts';
import { readTenant, readTenantTables, rowsOf } from '../../../platform/db/server/tenant-tables.ts';
import { syncFolder } from '../../../platform/runtime/server/durable-file.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { syncedFolder } from '../../../platform/runtime/server/synced-folder.ts';
import { digests, manifestFile } from '../backup/manifest.ts';
import type { Operating } from '../operating.ts';
import { readAccounts } from './account-rows.ts';
import { ACCOUNTS, KEYS, keysFile, LEFT_OUT, PREFERENCES, schemasDir, tableFile } from './layout.ts';
import { openDataKeys } from './package-keys.ts';
import { macOf, type PackageManifest } from './package-manifest.ts';
import { copyObjectsOut, objectKeys, type OrganisationObject } from './package-objects.ts';
import { readingAll } from './reading-login.ts';
import { writeSealed, type Transport } from './sealed-file.ts';

async function* once(batch: readonly string[]): AsyncGenerator<readonly string[]> {
  if (batch.length > 0) yield batch;
}

/** The end of the operation log, verified. */
async function verifiedLog({ db, ledger, config }: Operating, orgId: string): Promise<PackageManifest['log']> {
  const { countersignatures } = readCountersignatures(countersignatureFile(config.dataDir), ledger);
  const [verdict] = await verifyAudit(db, ledger, countersignatures, orgId);
  const [heads] = await db.read({ orgId, userId: null }, [allHeads()]);
  const head = heads.find(({ org_id }) => org_id === orgId);
  return { seq: head?.seq ?? 0, hash: head?.hash ?? '', findings: verdict?.findings.length ?? 0 };
}

interface Read extends Pick<PackageManifest, 'schema' | 'tables' | 'accounts'> {
  objects: OrganisationObject[];
}

/** Writes every row of the organisation, as one snapshot has it. */
async function writeRows(run: AdminRun, draft: string, transport: Transport, onTable?: OnTable): Promise<Read> {
  const { orgId } = transport;
  const tables = (await readTenantTables(run)).tables.filter(({ name }) => !LEFT_OUT.has(name));
  for (const [at, table] of tables.entries()) {
    await writeSealed(
      tableFile(draft, table.name),
      table.name,
      transport,
      readJsonRows(run, table.name, rowsOf(table, orgId)),
    );
    await onTable?.(at + 1, tables.length);
  }
  const accounts = await readTenantAccounts(run, tables, orgId);
  await writeSealed(tableFile(draft, ACCOUNTS), ACCOUNTS, transport, readAccounts(run, accounts));
  const preferences = await run(
    'select row_to_json(p)::text as row from preferences p where user_id = any($1::text[])',
    [accounts.members],
  );
  await writeSealed(
    tableFile(draft, PREFERENCES),
    PREFERENCES,
    transport,
    once(preferences.map(({ row }) => String(row))),
  );
  return {
    schema: await appliedVersion(run),
    tables: await readTenant(run, tables, orgId),
    accounts: { members: accounts.members.length, mentioned: accounts.mentioned.length },
    objects: await objectKeys(run, tables, orgId),
  };
}

export interface ExportedPackage {
  manifest: PackageManifest;
  /** Opens the package; it is nowhere else. */
  key: Buffer;
}

/**
 * Writes everything of one organisation into a new folder, encrypted under a new transport key. The folder gets its
 * name when it is whole and on the disk.
 *
 * @throws StartError where nothing was written
 */
export async function exportOrganisation(
  parts: Operating,
  orgId: string,
  target: string,
  onTable?: OnTable,
): Promise<ExportedPackage> {
  if (existsSync(target)) throw new StartError(`${target} 已经存在：请换一个目录名`);
  const [[org]] = await parts.db.read({ orgId, userId: null }, [organisationOf(orgId)]);
  if (!org) throw new StartError(`没有编号为 ${orgId} 的单位`);
  const transport = { key: randomBytes(KEY_BYTES), orgId };
  const keys = await openDataKeys(parts, orgId);
  const log = await verifiedLog(parts, orgId);
  const draft = `${target}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(path.join(draft, 'tables'), { recursive: true, mode: 0o700 });
  try {
    await writeSealed(keysFile(draft), KEYS, transport, once(keys));
    const { objects, ...read } = await readingAll(parts, (run) => writeRows(run, draft, transport, onTable));
    const copied = await copyObjectsOut(parts.objects, objects, draft);
    const overlay = path.join(parts.ownSchemas, orgId);
    if (existsSync(overlay)) await cp(overlay, schemasDir(draft), { recursive: true });
    const manifest: PackageManifest = {
      format: 'organisation 1',
      org_id: orgId,
      org_name: org.org_name,
      ...read,
      made_at: new Date(parts.clock.now()).toISOString(),
      data_keys: keys.length,
      objects: copied,
      log,
      files: await digests(draft),
      mac: '',
    };
    manifest.mac = macOf(manifest, transport.key);
    await writeFile(manifestFile(draft), JSON.stringify(manifest, undefined, 2), { mode: 0o600 });
    await syncedFolder(draft);
    await rename(draft, target);
    syncFolder(path.dirname(target));
    return { manifest, key: transport.key };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
