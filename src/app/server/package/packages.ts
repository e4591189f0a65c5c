import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type {
  OrganisationPackages,
  PackageFacts,
  PackedOrganisation,
} from '../../../features/tenants/server/public.ts';
import type { ZippedPart } from '../../../platform/sheets/server/zip-stream.ts';
import { filesIn, manifestFile } from '../backup/manifest.ts';
import type { Operating } from '../operating.ts';
import { countErasure, eraseWhileServing } from './erase-organisation.ts';
import { exportOrganisation } from './export-organisation.ts';
import type { PackageManifest } from './package-manifest.ts';

/** What the process is configured with. */
export type PackageSettings = Pick<Operating, 'wrapping' | 'secret' | 'ownSchemas' | 'config'>;

/** Packages that are made or read now lie here, each in a folder of its own. */
const workFolder = ({ config }: PackageSettings): string => path.join(config.dataDir, 'packages');

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

/** The files of a folder, streamed. They are encrypted and compressed already. */
function* filesOf(dir: string, names: readonly string[]): Generator<ZippedPart> {
  for (const name of names) yield { name, pieces: createReadStream(path.join(dir, name)), stored: true };
}

/** Removes what processes that died have left. Another one may be at work in the same folder. */
async function removeOthers(folder: string, kept: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder))
    if (!kept.has(path.parse(name).name)) await rm(path.join(folder, name), { recursive: true, force: true });
}

async function sizeOf(dir: string, names: readonly string[]): Promise<number> {
  let size = 0;
  for (const name of names) size += (await stat(path.join(dir, name))).size;
  return size;
}

/** The work on whole organisations, for the pages of operators. The command line calls the same functions. */
export const createPackages = (settings: PackageSettings): OrganisationPackages => ({
  async pack(services, orgId, { name, others, onTable }): Promise<PackedOrganisation> {
    const folder = workFolder(settings);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeOthers(folder, new Set(others));
    const dir = path.join(folder, name);
    const { manifest, key } = await exportOrganisation({ ...services, ...settings }, orgId, dir, onTable);
    // The manifest is last, as in the folder.
    const names = [...filesIn(dir), path.relative(dir, manifestFile(dir))];
    return {
      facts: factsIn(manifest),
      key,
      entries: names.length,
      size: await sizeOf(dir, names),
      files: () => filesOf(dir, names),
      remove: () => rm(dir, { recursive: true, force: true }),
    };
  },
  previewErasure: (services, orgId) => countErasure({ ...services, ...settings }, orgId),
  erase: (services, orgId, erasing) => eraseWhileServing({ ...services, ...settings }, orgId, erasing),
});
