import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '../problem.ts';

/** A file's JSON, or why it has none. */
export type Parsed = { document: unknown } | { finding: Finding };

/** The content of `schemas/`, not validated yet. Paths are relative to the project's root, or absolute outside of it. */
export interface SchemaFiles {
  vocabulary: { file: string; parsed: Parsed };
  enums: { file: string; parsed: Parsed };
  entities: { file: string; name: string; parsed: Parsed }[];
  tenants: { orgId: string; overlays: { file: string; name: string; parsed: Parsed }[] }[];
}

/** Position of a parse error in the text, counted from 1. */
function position(text: string, message: string): string {
  const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
  const before = text.slice(0, at).split('\n');
  return `第 ${before.length} 行第 ${(before.at(-1)?.length ?? 0) + 1} 列`;
}

/** @param file Absolute path of an existing file */
export const parseJsonFile = (file: string): Parsed => parseJson(readFileSync(file, 'utf8'));

/** @param content A file's text, with or without a byte order mark */
export function parseJson(content: string): Parsed {
  const text = content.replace(/^\uFEFF/, '');
  try {
    return { document: JSON.parse(text) as unknown };
  } catch (error) {
    return {
      finding: {
        pointer: '',
        reason: `不是 JSON：${position(text, error instanceof Error ? error.message : '')}附近有错`,
        fix: '检查那里的逗号、引号和括号',
      },
    };
  }
}

/** Largest file of an organisation in bytes, and how deep its objects and lists may lie in each other. */
const TENANT_FILE = { bytes: 256 * 1024, depth: 32 };

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => isDeeper(part, depth - 1));
}

const refused = (reason: string, fix: string): Parsed => ({ finding: { pointer: '', reason, fix } });

/** A file of an organisation, which may come from outside of the product: it is not read without limits. */
export function parseTenantFile(file: string): Parsed {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) return refused('读不到这个文件', '检查它是不是普通文件');
  if (found.size > TENANT_FILE.bytes)
    return refused(`大小超过 ${TENANT_FILE.bytes / 1024} KiB`, '只写与核心不同的部分');
  const parsed = parseJsonFile(file);
  return 'document' in parsed && isDeeper(parsed.document, TENANT_FILE.depth)
    ? refused(`嵌套超过 ${TENANT_FILE.depth} 层`, '只写字段设置里有的关键字')
    : parsed;
}

const listed = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.startsWith('.'))
        .sort()
    : [];

/** The organisations that have a folder. */
export const tenantFolders = (tenantsDir: string): string[] =>
  listed(tenantsDir).filter((name) => statSync(path.join(tenantsDir, name), { throwIfNoEntry: false })?.isDirectory());

/** Path of an organisation's file as messages name it. */
export const tenantPath = (folder: string, tenantsDir: string, ...parts: string[]): string =>
  path.dirname(tenantsDir) === folder
    ? path.posix.join('schemas', path.basename(tenantsDir), ...parts)
    : path.join(tenantsDir, ...parts);

/**
 * @param folder The `schemas` folder, absolute
 * @param tenantsDir The folder with a folder for each organisation
 */
export function readSchemaFiles(folder: string, tenantsDir = path.join(folder, 'tenants')): SchemaFiles {
  const one = (...parts: string[]) => ({
    file: path.posix.join('schemas', ...parts),
    parsed: parseJsonFile(path.join(folder, ...parts)),
  });
  const namesIn = (dir: string) => listed(dir).filter((name) => name.endsWith('.json'));
  return {
    vocabulary: one('vocabulary.json'),
    enums: one('enums.json'),
    entities: namesIn(path.join(folder, 'entities')).map((name) => ({
      name: path.basename(name, '.json'),
      ...one('entities', name),
    })),
    tenants: tenantFolders(tenantsDir).map((orgId) => ({
      orgId,
      overlays: namesIn(path.join(tenantsDir, orgId)).map((name) => ({
        name: path.basename(name, '.json'),
        file: tenantPath(folder, tenantsDir, orgId, name),
        parsed: parseTenantFile(path.join(tenantsDir, orgId, name)),
      })),
    })),
  };
}
