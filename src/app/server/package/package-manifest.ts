import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Check } from 'typebox/schema';
import * as Type from 'typebox/type';
import { WrongKey, type PackageFacts } from '../../../features/tenants/server/public.ts';
import { canonical } from '../../../platform/audit/server/ledger.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { digests, manifestFile } from '../backup/manifest.ts';

const manifestSchema = Type.Object({
  format: Type.Literal('organisation 1'),
  /** Folders and keys are named by it. */
  org_id: Type.String({ pattern: '^[1-9]\\d{3,11}$' }),
  org_name: Type.String({ maxLength: 200 }),
  /** Version of the database's schema. */
  schema: Type.Integer(),
  made_at: Type.String(),
  /** Rows of each table, and the sum of their contents. */
  tables: Type.Record(Type.String(), Type.Object({ rows: Type.Integer(), sum: Type.String() })),
  accounts: Type.Object({ members: Type.Integer(), mentioned: Type.Integer() }),
  data_keys: Type.Integer(),
  objects: Type.Integer(),
  /** The end of the operation log, and the problems that its verification found. */
  log: Type.Object({ seq: Type.Integer(), hash: Type.String(), findings: Type.Integer() }),
  /** SHA-256 of each file, by its path in the folder. */
  files: Type.Record(Type.String(), Type.String()),
  /** Proves that the holder of the transport key has written this. */
  mac: Type.String(),
});

/** What the package of an organisation holds. A folder without a manifest is no package: it is written last. */
export type PackageManifest = Type.Static<typeof manifestSchema>;

/** @param key The transport key */
export function macOf({ mac: _, ...content }: PackageManifest, key: Uint8Array): string {
  return createHmac('sha256', key).update(canonical(content), 'utf8').digest('base64url');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads every file of a package. @throws WrongKey where the key does not fit; StartError where a file is missing,
 * differs or is not listed
 */
export async function verifiedPackage(dir: string, key: Uint8Array): Promise<PackageManifest> {
  const file = manifestFile(dir);
  if (!existsSync(file)) throw new StartError('这不是完整的单位数据包：里面没有 manifest.json，什么都没有导入');
  const manifest = parse(readFileSync(file, 'utf8'));
  if (!Check(manifestSchema, manifest))
    throw new StartError('清单 manifest.json 不是这个版本能读的，什么都没有导入：数据包可能由更新的版本导出');
  const [expected, given] = [Buffer.from(macOf(manifest, key)), Buffer.from(manifest.mac)];
  if (expected.length !== given.length || !timingSafeEqual(expected, given))
    throw new WrongKey('传输密钥不是这份数据包的，或清单被改动，什么都没有导入');
  const found = await digests(dir);
  const names = new Set([...Object.keys(manifest.files), ...Object.keys(found)]);
  const differing = [...names].filter((name) => manifest.files[name] !== found[name]);
  if (differing.length > 0)
    throw new StartError(`数据包被改动或不完整，什么都没有导入：${differing.slice(0, 3).join('、')}`);
  return manifest;
}

export const rowsIn = (tables: PackageManifest['tables']): number =>
  Object.values(tables).reduce((total, { rows }) => total + rows, 0);

export const factsIn = ({ tables, accounts, objects, data_keys, log }: PackageManifest): PackageFacts => ({
  rows: rowsIn(tables),
  accounts: accounts.members,
  objects,
  data_keys,
  log_seq: log.seq,
  log_hash: log.hash,
  log_findings: log.findings,
});
