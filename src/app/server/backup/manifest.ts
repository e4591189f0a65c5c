import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Check } from 'typebox/schema';
import * as Type from 'typebox/type';
import { StartError } from '../../../platform/runtime/server/start-error.ts';

const MANIFEST = 'manifest.json';

const manifestSchema = Type.Object({
  format: Type.Literal(1),
  engine: Type.Union([Type.Literal('embedded'), Type.Literal('server')]),
  /** Version of the database's schema. */
  schema: Type.Integer(),
  made_at: Type.String(),
  /** Rows of each table, and the sum of their contents. */
  tables: Type.Record(Type.String(), Type.Object({ rows: Type.Integer(), sum: Type.String() })),
  /** SHA-256 of each file, by its path in the folder. */
  files: Type.Record(Type.String(), Type.String()),
});

/** What a backup holds. A folder without a manifest is no backup: it is written last. */
export type Manifest = Type.Static<typeof manifestSchema>;

/** Paths of all files in a folder but the manifest, with `/`. */
export const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => file !== MANIFEST)
    .sort();

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Digests of all files in a folder. */
export async function digests(dir: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = {};
  for (const file of filesIn(dir)) files[file] = await digestOf(path.join(dir, file));
  return files;
}

export const manifestFile = (dir: string): string => path.join(dir, MANIFEST);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads every file of a backup. @throws StartError where one is missing, differs or is not listed */
export async function verifiedManifest(dir: string): Promise<Manifest> {
  const file = manifestFile(dir);
  if (!existsSync(file)) throw new StartError(`${dir} 不是完整的备份：里面没有 ${MANIFEST}`);
  const manifest = parse(readFileSync(file, 'utf8'));
  if (!Check(manifestSchema, manifest)) throw new StartError(`${file} 不是本产品能读的备份清单`);
  const found = await digests(dir);
  const names = new Set([...Object.keys(manifest.files), ...Object.keys(found)]);
  const differing = [...names].filter((name) => manifest.files[name] !== found[name]);
  if (differing.length > 0)
    throw new StartError(
      `备份被改动或不完整，什么都没有恢复：${differing.slice(0, 3).join('、')}${differing.length > 3 ? ` 等 ${differing.length} 个文件` : ''}`,
    );
  return manifest;
}
