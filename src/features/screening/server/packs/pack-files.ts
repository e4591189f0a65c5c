import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseJsonFile, type Parsed } from '../../../../platform/schema/server/files.ts';

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

/** @param folder The `schemas` folder, absolute */
export const readPackFiles = (folder: string): PackFiles => ({
  shared: packsIn(folder, 'scales'),
  tenants: listed(path.join(folder, 'tenants'))
    .map((orgId) => ({ orgId, files: packsIn(folder, path.posix.join('tenants', orgId, 'scales')) }))
    .filter(({ files }) => files.length > 0),
});
