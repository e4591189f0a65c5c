import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { countersignatureFile, readCountersignatures } from '../../../platform/audit/server/countersignatures.ts';
import { verifyAudit } from '../../../platform/audit/server/verify.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { AdminRun } from '../../../platform/db/server/database.ts';
import { isUniqueViolation } from '../../../platform/db/server/errors.ts';
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
import { verifiedPackage, type PackageManifest } from './package-manifest.ts';
import { copyObjectsIn } from './package-objects.ts';
import { explainedBusy, writingAsOwner } from './reading-login.ts';
import { readSealed, type Transport } from './sealed-file.ts';

export interface ImportOptions {
  dir: string;
  key: Uint8Array;
  /** Whether accounts whose login name or mobile is taken here are renamed; otherwise nothing is imported. */
  renamesTaken: boolean;
}

export interface Imported {
  manifest: PackageManifest;
  taken: TakenAccount[];
  /** Accounts that were here already. */
  present: number;
  /** The institution that the organisation had above it and that is not here. */
  lostParent: string | undefined;
}

/** Inserts the rows of a table; one whose rows refer to each other gets them in one statement. */
async function insertTable(
  run: AdminRun,
  name: string,
  { selfReferring }: TenantTables,
  batches: AsyncIterable<readonly string[]>,
): Promise<void> {
  const columns = await storedColumns(run, name);
  const isStaged = selfReferring.has(name);
  if (isStaged) await run(`create temp table staged_rows as select ${columns} from only ${name} with no data`);
  for await (const rows of batches)
    await insertJsonRows(run, { into: isStaged ? 'staged_rows' : name, like: name, columns }, rows);
  if (!isStaged) return;
  await run(`insert into ${name} (${columns}) overriding system value select ${columns} from staged_rows`);
  await run('drop table staged_rows');
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

async function insertPreferences(run: AdminRun, present: ReadonlySet<string>, dir: string, transport: Transport) {
  const columns = await storedColumns(run, PREFERENCES);
  for await (const rows of readSealed(tableFile(dir, PREFERENCES), PREFERENCES, transport)) {
    const added = rows.filter((text) => !present.has(String((JSON.parse(text) as { user_id: unknown }).user_id)));
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

async function insertAll(run: AdminRun, parts: Operating, manifest: PackageManifest, options: ImportOptions) {
  const { dir, key, renamesTaken } = options;
  const transport = { key, orgId: manifest.org_id };
  const read = (name: string, file = tableFile(dir, name)) => readSealed(file, name, transport);
  return withQuietTables(run, async () => {
    const { taken, present } = await addAccounts(run, manifest.org_id, read(ACCOUNTS));
    if (!renamesTaken) requireNoneTaken(taken);
    await insertPreferences(run, present, dir, transport);
    const found = await readTenantTables(run);
    const tables = found.tables.filter(({ name }) => !LEFT_OUT.has(name));
    // A server notes the fields of a folder also where there is no such organisation.
    await run('delete from schema_overlays where org_id = $1', [manifest.org_id]);
    for (const { name } of tables) await insertTable(run, name, found, read(name));
    for await (const texts of read(KEYS, keysFile(dir))) await storeDataKeys(run, parts, manifest.org_id, texts);
    const differing = differingTables(manifest.tables, await readTenant(run, tables, manifest.org_id));
    if (differing.length > 0) throw new StartError(`导入的内容与导出时不同：${differing.join('、')}，已全部撤回`);
    const lostParent = await settleIn(run, parts, manifest);
    await run('set constraints all immediate');
    return { taken, present: present.size, lostParent };
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

/** @throws StartError where the folder of the product cannot be written */
function placeOverlay(theirs: string, ours: string): void {
  try {
    cpSync(theirs, ours, { recursive: true });
  } catch (cause) {
    throw new StartError(`${ours} 写不进去：请先把数据包里的 schemas 目录放到那里，再导入`, { cause });
  }
}

const explained = (error: unknown): unknown =>
  isUniqueViolation(error)
    ? new StartError('有内容与这里已有的重复（访问域名或编号），什么都没有导入', { cause: error })
    : error;

/** @throws StartError where the operation log is not as it was exported; the organisation stays suspended */
async function requireLog({ db, ledger, config }: Operating, { org_id, log }: PackageManifest): Promise<void> {
  const { countersignatures } = readCountersignatures(countersignatureFile(config.dataDir), ledger);
  const [verdict] = await verifyAudit(db, ledger, countersignatures, org_id);
  const entries = log.seq > 0 && verdict === undefined ? 'none' : (verdict?.entries ?? 0);
  if (entries !== log.seq || (verdict?.findings.length ?? 0) > log.findings)
    throw new StartError('导入的操作记录与导出时不同，单位保持暂停：npm run audit verify 列出全部');
}

/**
 * Imports the package of an organisation in one transaction, compares every table, and verifies the operation log. The
 * organisation is suspended until the operator resumes it.
 *
 * @throws StartError where nothing was imported
 */
export async function importOrganisation(parts: Operating, options: ImportOptions): Promise<Imported> {
  const { db, objects } = parts;
  const manifest = await verifiedPackage(options.dir, options.key);
  const { org_id } = manifest;
  const [[present]] = await db.read({ orgId: org_id, userId: null }, [orgById(org_id)]);
  if (present) throw new StartError(`${org_id} 已是${present.org_name}的编号，什么都没有导入`);
  const schema = await db.admin(appliedVersion);
  if (schema !== manifest.schema)
    throw new StartError(
      `数据包的数据库版本是 ${manifest.schema}，这里是 ${schema}：请把两边升级到同一版本，再导出一次`,
    );
  const [theirs, ours] = [schemasDir(options.dir), path.join(parts.ownSchemas, org_id)];
  const placesOverlay = await requireSameOverlay(theirs, ours);
  const stored: string[] = [];
  try {
    if (placesOverlay) placeOverlay(theirs, ours);
    await copyObjectsIn(objects, options.dir, stored);
    const imported = await writingAsOwner(parts, (run) => insertAll(run, parts, manifest, options));
    await requireLog(parts, manifest);
    return { manifest, ...imported };
  } catch (error) {
    const [[kept]] = await db.read({ orgId: org_id, userId: null }, [orgById(org_id)]);
    if (!kept) {
      for (const key of stored) await objects.remove(key);
      if (placesOverlay) rmSync(ours, { recursive: true, force: true });
    }
    throw explained(explainedBusy(error));
  }
}
