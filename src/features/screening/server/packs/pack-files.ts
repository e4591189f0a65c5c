import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import {
  parseJsonFile,
  parseTenantFile,
  tenantFolders,
  tenantPath,
  type Parsed,
} from '../../../../platform/schema/server/files.ts';

/** A pack's file, not validated yet. */
export interface PackFile {
  /** Path from the project's root. */
  file: string;
  /** The file's name without its ending: the id, or `<id>@<version>` of an older version. */
  name: string;
  /** An older version: readable for the sheets that were scored by it, not offered any more. */
  older: boolean;
  parsed: Parsed;
}

export interface PackFiles {
  shared: PackFile[];
  tenants: { orgId: string; files: PackFile[] }[];
}

const listed = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.startsWith('.'))
        .sort()
    : [];

function filesIn(schemas: string, folder: string, older: boolean): PackFile[] {
  return listed(path.join(schemas, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      file: path.posix.join('schemas', folder, name),
      name: path.basename(name, '.json'),
      older,
      parsed: parseJsonFile(path.join(schemas, folder, name)),
    }));
}

/** The current packs of a folder, then the older versions beside them. */
const packsIn = (schemas: string, folder: string): PackFile[] => [
  ...filesIn(schemas, folder, false),
  ...filesIn(schemas, path.posix.join(folder, 'versions'), true),
];

const PACKS = 'scales';

function packsOfTenant(schemas: string, tenantsDir: string, orgId: string): PackFile[] {
  const filesOf = (older: boolean, ...parts: string[]): PackFile[] =>
    listed(path.join(tenantsDir, orgId, ...parts))
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({
        file: tenantPath(schemas, tenantsDir, orgId, ...parts, name),
        name: path.basename(name, '.json'),
        older,
        parsed: parseTenantFile(path.join(tenantsDir, orgId, ...parts, name)),
      }));
  return [...filesOf(false, PACKS), ...filesOf(true, PACKS, 'versions')];
}

/**
 * @param folder The `schemas` folder, absolute
 * @param tenantsDir The folder with a folder for each organisation
 */
export const readPackFiles = (folder: string, tenantsDir = path.join(folder, 'tenants')): PackFiles => ({
  shared: packsIn(folder, PACKS),
  tenants: tenantFolders(tenantsDir)
    .map((orgId) => ({ orgId, files: packsOfTenant(folder, tenantsDir, orgId) }))
    .filter(({ files }) => files.length > 0),
});
