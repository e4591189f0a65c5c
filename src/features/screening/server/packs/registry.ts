import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Finding } from '../../../../platform/schema/problem.ts';
import { SchemaError, type CoreProblem } from '../../../../platform/schema/server/core.ts';
import { lintTenantPack } from '../../rules/scales/lint/lint-tenant-pack.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { shelveInstalled, type InstalledPacks } from './installed.ts';
import { readPackFiles, type PackFiles } from './pack-files.ts';
import { lintSignature, NO_PUBLISHERS, readPublishers, type Publishers } from './publishers.ts';
import { EMPTY, nameOf, shelve, withLastValid, type Shelf } from './shelf.ts';

declare module '../../../../platform/context/server/services.ts' {
  interface Services {
    /** Scale packs and questionnaires, from `schemas/` and installed by schools. */
    packs: PackRegistry;
  }
}

/** A pack of one organisation that is not in force; the last valid one stays, else the product's. */
export interface PackProblem extends CoreProblem {
  orgId: string;
}

/**
 * The packs of every tenant, in memory. What a school installed takes the place of its organisation's file with the
 * same id, and this of the product's.
 */
export interface PackRegistry {
  /** The current packs of every kind, by id. */
  allPacks(orgId: string): readonly Pack[];
  /**
   * A pack by its id, in the current version or in the one that a sheet was scored by.
   *
   * @throws AppError PSY_NOT_FOUND
   */
  packOf(orgId: string, scaleId: string, version?: string): Pack;
  /** A pack in a version; undefined where the organisation has none. */
  find(orgId: string, scaleId: string, version?: string): Pack | undefined;
  /** Packs of organisations that are not in force, and why. */
  problems(): readonly PackProblem[];
  /**
   * What is wrong with a pack that a school is about to install, beyond its own form and lint.
   *
   * @param pack With the school's declaration
   * @param file As it was uploaded, which is what the signature is about
   */
  lintFor(orgId: string, pack: Pack, file: Pack): Finding[];
  /** The product's pack with this id, and what a file of the organisation says, current versions; undefined where none. */
  underlying(orgId: string, scaleId: string): { product?: Pack; file?: Pack };
  /** The publishers whose signatures are verified. */
  publishers(): Publishers;
  /** Reads and checks the files again. @returns What puts them in force; nothing changes before @throws SchemaError */
  reread(): () => void;
  /** Reads what schools installed, of one school or of all. */
  refresh(orgId?: string): Promise<void>;
}

export interface PackOptions {
  /** The `schemas` folder, absolute. */
  folder: string;
  /** The folder with a folder for each organisation; default `tenants` in it. */
  tenantsDir?: string;
  /** Absent where only the files are checked. */
  installed?: InstalledPacks;
  /** Called for every problem at start and at each reload. */
  report?: (problem: PackProblem) => void;
}

interface Generation {
  shared: Shelf;
  tenants: ReadonlyMap<string, Shelf>;
  publishers: Publishers;
  problems: readonly PackProblem[];
}

/**
 * Reads the files; `refresh` adds what schools installed.
 *
 * @throws SchemaError where a pack that all tenants share, or the list of publishers, is invalid
 */
export function openPacks(options: PackOptions): PackRegistry {
  let now = read(options, { shared: EMPTY, tenants: new Map(), publishers: NO_PUBLISHERS, problems: [] });
  const installed = new Map<string, Shelf>();
  const fileShelf = (orgId: string) => now.tenants.get(orgId) ?? EMPTY;
  const shelvesOf = (orgId: string) => [installed.get(orgId) ?? EMPTY, fileShelf(orgId), now.shared];
  const readInstalled = async (orgId: string) => {
    const rows = (await options.installed?.of(orgId)) ?? [];
    const unreadable = { pointer: '', reason: '这个版本的产品读不了', fix: '重新安装格式更新过的文件' };
    const refuse = ({ scale_id, version }: { scale_id: string; version: string }) =>
      options.report?.({ orgId, file: `${scale_id}@${version}`, ...unreadable });
    installed.set(orgId, shelveInstalled(rows, refuse));
  };
  const find: PackRegistry['find'] = (orgId, scaleId, version) => {
    for (const shelf of shelvesOf(orgId)) {
      const found = version === undefined ? shelf.current.get(scaleId) : shelf.versions.get(`${scaleId}@${version}`);
      if (found) return found;
    }
    return undefined;
  };
  // One at a time, so that an older read never replaces a newer one.
  let turn: Promise<unknown> = Promise.resolve();
  return {
    allPacks(orgId) {
      const packs = new Map(
        shelvesOf(orgId)
          .toReversed()
          .flatMap(({ current }) => [...current]),
      );
      return [...packs.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    packOf(orgId, scaleId, version) {
      const found = find(orgId, scaleId, version);
      if (!found) throw new AppError('PSY_NOT_FOUND');
      return found;
    },
    find,
    problems: () => now.problems,
    lintFor: (orgId, pack, file) => [
      ...lintTenantPack(pack, now.shared.current.get(pack.id)),
      ...takenVersion(pack, now.shared),
      ...(fileShelf(orgId).versions.has(nameOf(pack)) ? [taken(pack, '本单位的文件里已有的版本')] : []),
      ...lintSignature(file, now.publishers),
    ],
    underlying(orgId, scaleId) {
      const [product, file] = [now.shared.current.get(scaleId), fileShelf(orgId).current.get(scaleId)];
      return { ...(product && { product }), ...(file && { file }) };
    },
    publishers: () => now.publishers,
    reread() {
      const next = read(options, now);
      return () => void (now = next);
    },
    refresh(orgId) {
      const work = async () => {
        const tenants = orgId === undefined ? ((await options.installed?.tenants()) ?? []) : [orgId];
        for (const tenant of tenants) await readInstalled(tenant);
      };
      const mine = turn.then(work, work);
      turn = mine;
      return mine;
    },
  };
}

function read({ folder, tenantsDir, report }: PackOptions, before: Generation): Generation {
  const publishers = readPublishers(folder);
  const files = readPackFiles(folder, tenantsDir);
  const problems: CoreProblem[] = [];
  const shared = shelve({
    files: files.shared,
    before: before.shared,
    publishers,
    refuse: (file, findings) => problems.push(...findings.map((finding) => ({ file, ...finding }))),
  });
  if (problems.length > 0) throw new SchemaError(problems);
  const { tenants, problems: refused } = readTenants(files, { shared, publishers, before });
  for (const problem of refused) report?.(problem);
  return { shared, tenants, publishers, problems: refused };
}

function readTenants(
  { tenants }: PackFiles,
  { shared, publishers, before }: Pick<Generation, 'shared' | 'publishers'> & { before: Generation },
): Pick<Generation, 'tenants' | 'problems'> {
  const problems: PackProblem[] = [];
  const shelves = tenants.map(({ orgId, files }): [string, Shelf] => {
    const last = before.tenants.get(orgId) ?? EMPTY;
    const shelf = shelve({
      files,
      before: last,
      publishers,
      refuse: (file, findings) => problems.push(...findings.map((finding) => ({ orgId, file, ...finding }))),
      lint: (pack) => [...lintTenantPack(pack, shared.current.get(pack.id)), ...takenVersion(pack, shared)],
    });
    return [orgId, withLastValid(shelf, last, files)];
  });
  return { tenants: new Map(shelves), problems };
}

const taken = ({ version }: Pack, whose: string): Finding => ({
  pointer: '/version',
  reason: `版本 ${version} 是${whose}`,
  fix: '换一个版本号',
});

/** An older version of the product; its current one is `lintTenantPack`'s matter. */
const takenVersion = (pack: Pack, shared: Shelf): Finding[] =>
  shared.versions.has(nameOf(pack)) && shared.current.get(pack.id)?.version !== pack.version
    ? [taken(pack, '产品自带的旧版本')]
    : [];
