import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Check } from 'typebox/schema';
import * as Type from 'typebox/type';
import type {
  OrganisationPackages,
  PackedOrganisation,
  UploadedPackage,
} from '../../../features/tenants/server/public.ts';
import type { ZippedPart } from '../../../platform/sheets/server/zip-stream.ts';
import { filesIn, manifestFile } from '../backup/manifest.ts';
import type { Operating } from '../operating.ts';
import { countErasure, eraseWhileServing } from './erase-organisation.ts';
import { exportOrganisation } from './export-organisation.ts';
import { insertPackage, requireLog } from './import-organisation.ts';
import { inspectPackage } from './inspect-package.ts';
import { factsIn } from './package-manifest.ts';

/** What the process is configured with. */
export type PackageSettings = Pick<Operating, 'wrapping' | 'secret' | 'ownSchemas' | 'config'>;

/** Packages that are made or read now lie here, each in a folder of its own. */
const workFolder = ({ config }: PackageSettings): string => path.join(config.dataDir, 'packages');

/** The files of a folder, streamed. They are encrypted and compressed already. */
function* filesOf(dir: string, names: readonly string[]): Generator<ZippedPart> {
  for (const name of names) yield { name, pieces: createReadStream(path.join(dir, name)), stored: true };
}

/** The folder of a task, which does not exist yet. What processes that died have left in the others is removed. */
async function freshFolder(settings: PackageSettings, name: string, others: readonly string[]): Promise<string> {
  const folder = workFolder(settings);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = new Set(others);
  for (const found of await readdir(folder))
    if (!kept.has(path.parse(found).name)) await rm(path.join(folder, found), { recursive: true, force: true });
  return path.join(folder, name);
}

async function sizeOf(dir: string, names: readonly string[]): Promise<number> {
  let size = 0;
  for (const name of names) size += (await stat(path.join(dir, name))).size;
  return size;
}

/** Percent of the work until an uploaded package is unpacked. */
const UNPACKED = 60;

/** Runs work with the unpacked files of an uploaded package, which are encrypted, and removes them. */
async function withUnpacked<T>(
  settings: PackageSettings,
  uploaded: UploadedPackage,
  work: (dir: string) => Promise<T>,
): Promise<T> {
  const dir = await freshFolder(settings, uploaded.name, uploaded.others);
  const onProgress = (percent: number) => uploaded.onProgress((percent * UNPACKED) / 100);
  try {
    await mkdir(dir, { mode: 0o700 });
    const { unpack } = await import('./unpack.ts');
    await unpack({ ...uploaded, onProgress }, dir);
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const logEnd = Type.Object({ log_seq: Type.Integer(), log_findings: Type.Integer() });

/** The work on whole organisations, for the pages of operators. The command line calls the same functions. */
export const createPackages = (settings: PackageSettings): OrganisationPackages => ({
  async pack(services, orgId, { name, others, onTable }): Promise<PackedOrganisation> {
    const dir = await freshFolder(settings, name, others);
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
  inspect: (services, uploaded) =>
    withUnpacked(settings, uploaded, (dir) => inspectPackage({ ...services, ...settings }, dir, uploaded.key)),
  async takeIn(services, uploaded, { orgId, renamesTaken, mark }) {
    const onProgress = (percent: number) => uploaded.onProgress(UNPACKED + percent / 4);
    await withUnpacked(settings, uploaded, (dir) =>
      insertPackage({ ...services, ...settings }, { dir, key: uploaded.key, orgId, renamesTaken, mark, onProgress }),
    );
  },
  async verifyImported(services, orgId, facts) {
    if (!Check(logEnd, facts)) throw new Error(`the import of ${orgId} has no end of its log`);
    await requireLog({ ...services, ...settings }, orgId, { seq: facts.log_seq, findings: facts.log_findings });
  },
});
