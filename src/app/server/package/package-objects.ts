import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PLATFORM_ORG } from '../../../platform/context/server/platform-org.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { AdminRun } from '../../../platform/db/server/database.ts';
import type { TenantTable } from '../../../platform/db/server/tenant-tables.ts';
import { forgetStrays, noteStraysOfNew } from '../../../platform/media/server/queries/stray-objects.ts';
import { isKey, type ObjectStore } from '../../../platform/objects/server/store.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { filesIn } from '../backup/manifest.ts';
import type { Operating } from '../operating.ts';
import { OBJECT_MAX, objectsDir } from './layout.ts';

/** An object of the store that a row names. */
export interface OrganisationObject {
  key: string;
  table: string;
}

const KEY_COLUMNS = `
  select a.attrelid::regclass::text as table, a.attname as column from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  where a.attname in ('object_key', 'upload_key') and not a.attisdropped order by 1, 2`;

/** Every object that a row of the organisation names. */
export async function objectKeys(
  run: AdminRun,
  tables: readonly TenantTable[],
  orgId: string,
): Promise<OrganisationObject[]> {
  const columns = new Map(tables.map(({ name, column }) => [name, column]));
  const found = new Map<string, OrganisationObject>();
  for (const { table, column } of await run(KEY_COLUMNS)) {
    const [name, key] = [String(table), String(column)];
    const tenant = columns.get(name);
    if (tenant === undefined) continue;
    for (const row of await run(`select ${key} as key from only ${name} where ${tenant} = $1 and ${key} is not null`, [
      orgId,
    ]))
      found.set(String(row['key']), { key: String(row['key']), table: name });
  }
  return [...found.values()];
}

/** Files that people attached; anything else, such as a packed export, is made again or on its way out. */
const ATTACHED = 'media_files';

/**
 * Copies objects, which are encrypted under the organisation's data key, into a package.
 *
 * @returns How many there were
 * @throws StartError where an attached file is missing
 */
export async function copyObjectsOut(
  objects: ObjectStore,
  named: readonly OrganisationObject[],
  draft: string,
): Promise<number> {
  let copied = 0;
  for (const { key, table } of named) {
    // An upload that the server has not accepted yet is encrypted for this installation only.
    if (!isKey(key) || key.startsWith('incoming/')) continue;
    const bytes = await objects.read(key, OBJECT_MAX);
    if (bytes === undefined && table === ATTACHED)
      throw new StartError(`附件 ${key} 不在对象存储里，没有导出：请先暂停这个单位的服务；仍然如此，请核对对象存储`);
    if (bytes === undefined) continue;
    const file = path.join(objectsDir(draft), ...key.split('/'));
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, bytes, { mode: 0o600 });
    copied += 1;
  }
  return copied;
}

/** Objects named by values inside of rows. */
const NAMED_WITHIN =
  "select body ->> 'object_key' as key from quarantined_rows where org_id = $1 and body ->> 'object_key' is not null";

/** Keys say whose an object is. */
const isOf = (orgId: string, key: string): boolean => key.split('/')[1] === orgId;

/**
 * Rows that name objects of another organisation would remove or show them later.
 *
 * @throws StartError where a row of the organisation does
 */
export async function requireOwnObjects(run: AdminRun, tables: readonly TenantTable[], orgId: string): Promise<void> {
  const named = (await objectKeys(run, tables, orgId)).map(({ key }) => key);
  const within = (await run(NAMED_WITHIN, [orgId])).map((row) => String(row['key']));
  const foreign = [...named, ...within].find((key) => !isOf(orgId, key));
  if (foreign !== undefined) throw new StartError(`数据包里的内容指向别的单位的附件 ${foreign}，什么都没有导入`);
}

/** Keys of the objects in a package. @throws StartError where one is not of its organisation */
export function packedKeys(dir: string, orgId: string): string[] {
  const keys = filesIn(dir).flatMap((file) => (file.startsWith('objects/') ? [file.slice('objects/'.length)] : []));
  const wrong = keys.find((key) => !isKey(key) || !isOf(orgId, key));
  if (wrong !== undefined) throw new StartError(`数据包里的附件 ${wrong} 没有可用的名称，什么都没有导入`);
  return keys;
}

/** How long the objects of an import may exist before its rows do. */
const MAKING_MS = 24 * 3_600_000;
const PLATFORM = { orgId: PLATFORM_ORG, userId: null };

/**
 * Schedules the objects of an import for removal before they are written, so that a process that dies leaves none for
 * long. An installation without operators has no such list.
 */
export async function noteObjects(
  { db, clock }: Pick<Operating, 'db' | 'clock'>,
  orgId: string,
  keys: readonly string[],
): Promise<boolean> {
  const [[provider]] = await db.read(PLATFORM, [orgById(PLATFORM_ORG)]);
  if (!provider) return false;
  if (keys.length > 0)
    await db.write(PLATFORM, [noteStraysOfNew(orgId, PLATFORM_ORG, keys, isoTime(clock.now() + MAKING_MS))]);
  return true;
}

/**
 * Takes objects off that list, in the transaction that inserts the rows which name them.
 *
 * @throws Error where one may have been removed since; the import can begin again
 */
export async function keepObjects(run: AdminRun, keys: readonly string[]): Promise<void> {
  const kept = await run(
    'delete from stray_objects where org_id = $1 and object_key = any($2::text[]) returning object_key',
    [PLATFORM_ORG, keys],
  );
  if (kept.length !== keys.length) throw new Error('objects of an import were removed before its rows named them');
}

/** Removes the objects of an import that failed. */
export async function dropObjects({ db, objects }: Pick<Operating, 'db' | 'objects'>, keys: readonly string[]) {
  for (const key of keys) await objects.remove(key);
  await db.write(PLATFORM, [forgetStrays(PLATFORM_ORG, keys)]);
}

/** Stores objects of a package. @param onObject Called after each, with how many there are */
export async function copyObjectsIn(
  objects: ObjectStore,
  dir: string,
  keys: readonly string[],
  onObject?: (done: number) => Promise<void>,
): Promise<void> {
  for (const [at, key] of keys.entries()) {
    const file = path.join(objectsDir(dir), ...key.split('/'));
    if ((await stat(file)).size > OBJECT_MAX) throw new StartError(`数据包里的附件 ${key} 太大，什么都没有导入`);
    await objects.write(key, await readFile(file), 'application/octet-stream');
    await onObject?.(at + 1);
  }
}
