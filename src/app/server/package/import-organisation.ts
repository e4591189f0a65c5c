import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ImportFacts } from '../../../features/tenants/server/public.ts';
import { countersignatureFile, readCountersignatures } from '../../../platform/audit/server/countersignatures.ts';
import { verifyAudit } from '../../../platform/audit/server/verify.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { AdminRun } from '../../../platform/db/server/database.ts';
import { isContentRefused, isUniqueViolation } from '../../../platform/db/server/errors.ts';
import { insertJsonRows, storedColumns } from '../../../platform/db/server/json-rows.ts';
import { appliedVersion } from '../../../platform/db/server/migrate.ts';
import { withQuietTables } from '../../../platform/db/server/quiet-tables.ts';
import { differingTables } from '../../../platform/db/server/read-tables.ts';
import { readTenant, readTenantTables, type TenantTables } from '../../../platform/db/server/tenant-tables.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { digests } from '../backup/manifest.ts';
import type { Operating } from '../operating.ts';
import { addAccounts, type TakenAccount } from './account-rows.ts';
import { ACCOUNTS, KEYS, keysFile, LEFT_OUT, PREFERENCES, schemasDir, tableFile } from './layout.ts';
import { storeDataKeys } from './package-keys.ts';
import { factsIn, verifiedPackage, type PackageManifest } from './package-manifest.ts';
import {
  copyObjectsIn,
  dropObjects,
  keepObjects,
  noteObjects,
  packedKeys,
  requireOwnObjects,
} from './package-objects.ts';
import { explainedBusy, writingAsOwner } from './reading-login.ts';
import { readSealed, type Transport } from './sealed-file.ts';

export interface ImportOptions {
  dir: string;
  key: Uint8Array;
  /** Whether accounts whose login name or mobile is taken here are renamed; otherwise nothing is imported. */
  renamesTaken: boolean;
  /** The organisation that was confirmed. */
  orgId?: string;
  /** Runs in the transaction of the insertion, with the login of the owner of the tables. */
  mark?(run: AdminRun, facts: ImportFacts): Promise<void>;
  /** Called with the percentage of objects that are stored. */
  onProgress?(percent: number): Promise<void>;
}

export interface Imported {
  manifest: PackageManifest;
  taken: TakenAccount[];
  /** Accounts that were here already. */
  present: number;
  /** The institution that the organisation had above it and that is not here. */
  lostParent: string | undefined;
}

/**
 * Inserts the rows of a table; one whose rows refer to each other gets them in one statement.
 *
 * @returns How many there were
 */
async function insertTable(
  run: AdminRun,
  name: string,
  { selfReferring }: TenantTables,
  batches: AsyncIterable<readonly string[]>,
): Promise<number> {
  let inserted = 0;
  const columns = await storedColumns(run, name);
  const isStaged = selfReferring.has(name);
  if (isStaged) await run(`create temp table staged_rows as select ${columns} from only ${name} with no data`);
  for await (const rows of batches) {
    await insertJsonRows(run, { into: isStaged ? 'staged_rows' : name, like: name, columns }, rows);
    inserted += rows.length;
  }
  if (!isStaged) return inserted;
  await run(`insert into ${name} (${columns}) overriding system value select ${columns} from staged_rows`);
  await run('drop table staged_rows');
  return inserted;
}

/** Resets what belongs to the installation and not to the organisation. @returns the parent that is missing here */
async function settleIn(
  run: AdminRun,
  parts: Operating,
  { org_id, log }: PackageManifest,
): Promise<string | undefined> {
  const { ledger, clock } = parts;
  await run('update audit_heads set signature = $2, witnessed = 0 where org_id = $1', [
    org_id,
    ledger.sign(org_id, { seq: log.seq, hash: log.hash }),
  ]);
  await run(
    "update jobs set state = 'waiting', lease = null, lease_until = null where tenant = $1 and state = 'running'",
    [org_id],
  );
  await run('update tenants set suspended_at = $2, suspended_for = $3, due_at = $4 where org_id = $1', [
    org_id,
    nowIso(clock),
    '导入后待核对',
    '-infinity',
  ]);
  const [lost] = await run(
    `update orgs set parent_org_id = null where org_id = $1 and parent_org_id is not null
       and not exists (select from orgs above where above.org_id = orgs.parent_org_id and above.org_type = 1)
     returning (select before.parent_org_id from orgs before where before.org_id = $1) as parent`,
    [org_id],
  );
  return lost === undefined ? undefined : String(lost['parent']);
}

/** Inserts the preferences of new accounts. Accounts that exist here keep theirs. */
async function insertPreferences(run: AdminRun, accounts: ReadonlySet<string>, dir: string, transport: Transport) {
  const columns = await storedColumns(run, PREFERENCES);
  for await (const rows of readSealed(tableFile(dir, PREFERENCES), PREFERENCES, transport)) {
    const added = rows.filter((text) => accounts.has(String((JSON.parse(text) as { user_id: unknown }).user_id)));
    await insertJsonRows(run, { into: PREFERENCES, like: PREFERENCES, columns }, added);
  }
}

/** @throws StartError listing accounts whose names or mobiles other people have */
function requireNoneTaken(taken: readonly TakenAccount[]): void {
  if (taken.length === 0) return;
  const names = taken.map(({ login, losesMobile }) => (losesMobile ? `${login}（手机号）` : login));
  throw new StartError(
    `${taken.length} 个账号的登录名或手机号在这里已属于别人：${names.slice(0, 20).join('、')}${names.length > 20 ? '……' : ''}。
什么都没有导入。确认是不同的人以后，加上 --rename-taken <文件>：登录名后面加上单位编号，手机号清空，名单写入文件`,
  );
}

const STRANGE = `
  select 1 from orgs where org_id = $1 and org_type not in (1, 2)
  union all select 1 from memberships where org_id = $1 and identity not in (1, 2, 3)`;

const SHARED_HOST = 'select host from sites where org_id = $1 and host = any($2::text[])';

/**
 * Checks the inserted rows, because row-level security was off and the maker of the package, who has its key, may have
 * changed them: all belong to this organisation, and none makes a person an operator of the platform.
 *
 * @throws StartError where a row is of something else
 */
async function requireOwnRows(
  run: AdminRun,
  { config }: Operating,
  { org_id, tables }: PackageManifest,
  inserted: ReadonlyMap<string, number>,
): Promise<void> {
  const foreign = [...inserted].filter(([name, rows]) => rows !== (tables[name]?.rows ?? 0)).map(([name]) => name);
  if (foreign.length > 0) throw new StartError(`数据包里有不属于这个单位的内容：${foreign.join('、')}，什么都没有导入`);
  if ((await run(STRANGE, [org_id])).length > 0)
    throw new StartError('数据包里的不是学校或机构，或有平台运营的身份，什么都没有导入');
  const [shared] = await run(SHARED_HOST, [org_id, config.sharedHosts ?? []]);
  if (shared) throw new StartError(`访问域名 ${String(shared['host'])} 是平台自己的，什么都没有导入`);
}

async function insertAll(
  run: AdminRun,
  parts: Operating,
  manifest: PackageManifest,
  { objects, ...options }: ImportOptions & { objects: readonly string[] },
) {
  const { dir, key, renamesTaken } = options;
  const transport = { key, orgId: manifest.org_id };
  const read = (name: string, file = tableFile(dir, name)) => readSealed(file, name, transport);
  return withQuietTables(run, async () => {
    const { taken, added, present } = await addAccounts(run, manifest.org_id, read(ACCOUNTS));
    if (!renamesTaken) requireNoneTaken(taken);
    await insertPreferences(run, added, dir, transport);
    const found = await readTenantTables(run);
    const tables = found.tables.filter(({ name }) => !LEFT_OUT.has(name));
    // A server notes the fields of a folder also where there is no such organisation.
    await run('delete from schema_overlays where org_id = $1', [manifest.org_id]);
    const inserted = new Map<string, number>();
    for (const { name } of tables) inserted.set(name, await insertTable(run, name, found, read(name)));
    for await (const texts of read(KEYS, keysFile(dir))) await storeDataKeys(run, parts, manifest.org_id, texts);
    const differing = differingTables(manifest.tables, await readTenant(run, tables, manifest.org_id));
    if (differing.length > 0) throw new StartError(`导入的内容与导出时不同：${differing.join('、')}，已全部撤回`);
    await requireOwnRows(run, parts, manifest, inserted);
    await requireOwnObjects(run, tables, manifest.org_id);
    const lostParent = await settleIn(run, parts, manifest);
    await run('set constraints all immediate');
    await keepObjects(run, objects);
    await options.mark?.(run, {
      ...factsIn(manifest),
      present,
      renamed: taken.length,
      ...(lostParent !== undefined && { lost_parent: lostParent }),
    });
    return { taken, present, lostParent };
  });
}

/** @throws StartError where the files of the organisation's own fields are other ones here */
async function requireSameOverlay(theirs: string, ours: string): Promise<boolean> {
  if (!existsSync(theirs)) return false;
  if (!existsSync(ours)) return true;
  if (JSON.stringify(await digests(theirs)) !== JSON.stringify(await digests(ours)))
    throw new StartError(`${ours} 已经存在，与数据包里的不同：请先移走它`);
  return false;
}

/** Processes pass over names that begin with a dot. @throws StartError where the folder of the product cannot be written */
function placeOverlay(theirs: string, ours: string): void {
  const draft = path.join(path.dirname(ours), `.${path.basename(ours)}`);
  try {
    rmSync(draft, { recursive: true, force: true });
    cpSync(theirs, draft, { recursive: true });
    renameSync(draft, ours);
  } catch (cause) {
    throw new StartError(`${ours} 写不进去：请先把数据包里的 schemas 目录放到那里，再导入`, { cause });
  }
}

function explained(error: unknown): unknown {
  if (isUniqueViolation(error))
    return new StartError('有内容与这里已有的重复（访问域名或编号），什么都没有导入', { cause: error });
  if (isContentRefused(error))
    return new StartError('数据包里的内容不合数据库的规则，什么都没有导入', { cause: error });
  return error;
}

/** @throws StartError where the operation log is not as it was exported; the organisation stays suspended */
export async function requireLog(
  { db, ledger, config }: Pick<Operating, 'db' | 'ledger' | 'config'>,
  org_id: string,
  log: Pick<PackageManifest['log'], 'seq' | 'findings'>,
): Promise<void> {
  const { countersignatures } = readCountersignatures(countersignatureFile(config.dataDir), ledger);
  const [verdict] = await verifyAudit(db, ledger, countersignatures, org_id);
  const entries = log.seq > 0 && verdict === undefined ? 'none' : (verdict?.entries ?? 0);
  if (entries !== log.seq || (verdict?.findings.length ?? 0) > log.findings)
    throw new StartError('导入的操作记录与导出时不同，单位保持暂停：npm run audit verify 列出全部');
}

/** @throws StartError where the package is of another version than the database here */
export function requireSameVersion({ schema }: PackageManifest, here: number): void {
  if (schema === here) return;
  throw new StartError(`数据包的数据库版本是 ${schema}，这里是 ${here}：请把两边升级到同一版本，再导出一次`);
}

/** @throws StartError where the organisation is here, or the package is of another version or another organisation */
async function requireImportable({ db }: Operating, manifest: PackageManifest, orgId: string): Promise<void> {
  const { org_id } = manifest;
  if (org_id !== orgId) throw new StartError(`数据包是 ${org_id} 的，不是确认过的 ${orgId}，什么都没有导入`);
  const [[present]] = await db.read({ orgId: org_id, userId: null }, [orgById(org_id)]);
  if (present) throw new StartError(`${org_id} 已是${present.org_name}的编号，什么都没有导入`);
  requireSameVersion(manifest, await db.admin(appliedVersion));
}

/**
 * Imports the package of an organisation in one transaction and compares every table. The organisation is suspended
 * until an operator resumes it; `requireLog` follows.
 *
 * @throws StartError where nothing was imported; TablesBusy where it can be tried again
 */
export async function insertPackage(parts: Operating, options: ImportOptions): Promise<Imported> {
  const { db, objects } = parts;
  const manifest = await verifiedPackage(options.dir, options.key);
  const { org_id } = manifest;
  await requireImportable(parts, manifest, options.orgId ?? org_id);
  const keys = packedKeys(options.dir, org_id);
  const [theirs, ours] = [schemasDir(options.dir), path.join(parts.ownSchemas, org_id)];
  const placesOverlay = await requireSameOverlay(theirs, ours);
  try {
    if (placesOverlay) placeOverlay(theirs, ours);
    const isNoted = await noteObjects(parts, org_id, keys);
    await copyObjectsIn(objects, options.dir, keys, (done) =>
      Promise.resolve(options.onProgress?.((100 * done) / keys.length)),
    );
    const imported = await writingAsOwner(parts, (run) =>
      insertAll(run, parts, manifest, { ...options, objects: isNoted ? keys : [] }),
    );
    return { manifest, ...imported };
  } catch (error) {
    const [[kept]] = await db.read({ orgId: org_id, userId: null }, [orgById(org_id)]);
    if (!kept) {
      await dropObjects(parts, keys);
      if (placesOverlay) rmSync(ours, { recursive: true, force: true });
    }
    throw explained(error);
  }
}

/**
 * Imports the package of an organisation while no process serves, and verifies its operation log.
 *
 * @throws StartError where nothing was imported, or the operation log is not as it was exported
 */
export async function importOrganisation(parts: Operating, options: ImportOptions): Promise<Imported> {
  const imported = await insertPackage(parts, options).catch((error: unknown) => {
    throw explainedBusy(error);
  });
  const { org_id, log } = imported.manifest;
  await requireLog(parts, org_id, log);
  return imported;
}
