import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AdminRun } from '../../../platform/db/server/database.ts';
import type { TenantTable } from '../../../platform/db/server/tenant-tables.ts';
import { isKey, type ObjectStore } from '../../../platform/objects/server/store.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { filesIn } from '../backup/manifest.ts';
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

/** Stores the objects of a package. @param stored Gets each key before it is written */
export async function copyObjectsIn(objects: ObjectStore, dir: string, stored: string[]): Promise<void> {
  const from = objectsDir(dir);
  for (const key of filesIn(dir).flatMap((file) =>
    file.startsWith('objects/') ? [file.slice('objects/'.length)] : [],
  )) {
    if (!isKey(key)) throw new StartError(`数据包里的附件 ${key} 没有可用的名称`);
    stored.push(key);
    await objects.write(key, await readFile(path.join(from, ...key.split('/'))), 'application/octet-stream');
  }
}
