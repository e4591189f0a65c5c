import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import vocabulary from '../../../../schemas/vocabulary.json' with { type: 'json' };
import { writeDurableFile } from '../../../platform/runtime/server/durable-file.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { isObject, type JsonObject } from '../../../platform/schema/json.ts';
import { PACKAGE_MAX, type SchemaPackage } from '../../../platform/schema/package.ts';
import { parseJsonFile } from '../../../platform/schema/server/files.ts';

/** Members of entities that files of an organisation have no part in. */
const NOT_OF_FILES = ['$id', 'type'];
/** Members that a schema file of an organisation may have. A file with any other member is refused. */
const MEMBERS = new Set(Object.keys(vocabulary.properties).filter((name) => !NOT_OF_FILES.includes(name)));
const NAME = /^[a-z][a-z0-9-]{0,31}$/;

const jsonIn = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ name }) => path.basename(name, '.json'))
    .sort();

/** @throws StartError with file and reason */
function readOne(dir: string, name: string): JsonObject {
  const file = path.join(dir, `${name}.json`);
  const parsed = parseJsonFile(file);
  if ('finding' in parsed) throw new StartError(`${file}：${parsed.finding.reason}。${parsed.finding.fix}`);
  const { document } = parsed;
  const stray = isObject(document) ? Object.keys(document).find((key) => !MEMBERS.has(key)) : '';
  if (!isObject(document) || stray !== undefined || !NAME.test(name))
    throw new StartError(
      `${file} 不是字段设置的文件${stray === undefined || stray === '' ? '' : `（${stray}）`}：换一个目录，或者移走它`,
    );
  return document;
}

/**
 * The package in a folder with one file for each entity, as in `schemas/tenants/<org_id>`.
 *
 * @throws StartError where the folder is missing, or a file is no schema file
 */
export function readPackageFolder(dir: string): SchemaPackage {
  if (!existsSync(dir)) throw new StartError(`没有目录 ${dir}`);
  const names = jsonIn(dir);
  if (names.length > PACKAGE_MAX) throw new StartError(`${dir} 有 ${names.length} 个文件，最多 ${PACKAGE_MAX} 个`);
  return Object.fromEntries(names.map((name) => [name, readOne(dir, name)]));
}

/**
 * Writes a package into a folder. Files of entities that it does not have are removed, so that a version control shows
 * them as removed.
 *
 * @returns names of the removed files
 * @throws StartError where the folder holds JSON files that are no schema files; nothing is changed then
 */
export function writePackageFolder(dir: string, entities: SchemaPackage): string[] {
  const former = existsSync(dir) ? Object.keys(readPackageFolder(dir)) : [];
  for (const [name, document] of Object.entries(entities))
    writeDurableFile(path.join(dir, `${name}.json`), `${JSON.stringify(document, null, 2)}\n`, 'replace');
  const removed = former.filter((name) => !Object.hasOwn(entities, name));
  for (const name of removed) rmSync(path.join(dir, `${name}.json`));
  return removed;
}
