import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Finding } from '../../../../platform/schema/problem.ts';
import { SchemaError, type CoreProblem } from '../../../../platform/schema/server/core.ts';
import { lintTenantPack } from '../../rules/scales/lint/lint-tenant-pack.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { readPackFiles, type PackFile, type PackFiles } from './pack-files.ts';
import { validatePackFile } from './validate-pack.ts';

declare module '../../../../platform/context/server/services.ts' {
  interface Services {
    /** Scale packs and questionnaires from `schemas/`. */
    packs: PackRegistry;
  }
}

/** A pack of one organisation that is not in force; the last valid one stays, else the product's. */
export interface PackProblem extends CoreProblem {
  orgId: string;
}

/** The packs of every tenant, in memory. An organisation's own pack takes the place of the product's with the same id. */
export interface PackRegistry {
  /** The current packs of every kind, by id. */
  allPacks(orgId: string): readonly Pack[];
  /**
   * A pack by its id, in the current version or in the one that a sheet was scored by.
   *
   * @throws AppError PSY_NOT_FOUND
   */
  packOf(orgId: string, scaleId: string, version?: string): Pack;
  /** Packs of organisations that are not in force, and why. */
  problems(): readonly PackProblem[];
  /** Reads the files again. Everything stays as it was where this throws. @throws SchemaError */
  reload(): void;
}

export interface PackOptions {
  /** The `schemas` folder, absolute. */
  folder: string;
  /** Called for every problem at start and at each reload. */
  report?: (problem: PackProblem) => void;
}

interface Shelf {
  /** By id. */
  current: ReadonlyMap<string, Pack>;
  /** Current and older ones, by `<id>@<version>`. */
  versions: ReadonlyMap<string, Pack>;
}

interface Generation {
  shared: Shelf;
  tenants: ReadonlyMap<string, Shelf>;
  problems: readonly PackProblem[];
}

const EMPTY: Shelf = { current: new Map(), versions: new Map() };
const nameOf = ({ id, version }: Pack) => `${id}@${version}`;

/** @throws SchemaError where a pack that all tenants share is invalid */
export function openPacks(options: PackOptions): PackRegistry {
  let now = read(options, { shared: EMPTY, tenants: new Map(), problems: [] });
  const shelvesOf = (orgId: string) => [now.tenants.get(orgId) ?? EMPTY, now.shared];
  return {
    allPacks(orgId) {
      const [mine, shared] = shelvesOf(orgId);
      const packs = new Map([...(shared?.current ?? []), ...(mine?.current ?? [])]);
      return [...packs.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    packOf(orgId, scaleId, version) {
      for (const shelf of shelvesOf(orgId)) {
        const found = version === undefined ? shelf.current.get(scaleId) : shelf.versions.get(`${scaleId}@${version}`);
        if (found) return found;
      }
      throw new AppError('PSY_NOT_FOUND');
    },
    problems: () => now.problems,
    reload() {
      now = read(options, now);
    },
  };
}

function read({ folder, report }: PackOptions, before: Generation): Generation {
  const files = readPackFiles(folder);
  const problems: CoreProblem[] = [];
  const shared = shelve(files.shared, before.shared, (file, findings) =>
    problems.push(...findings.map((finding) => ({ file, ...finding }))),
  );
  if (problems.length > 0) throw new SchemaError(problems);
  const { tenants, problems: refused } = readTenants(files, shared, before);
  for (const problem of refused) report?.(problem);
  return { shared, tenants, problems: refused };
}

function readTenants(
  { tenants }: PackFiles,
  shared: Shelf,
  before: Generation,
): Pick<Generation, 'tenants' | 'problems'> {
  const problems: PackProblem[] = [];
  const shelves = tenants.map(({ orgId, files }): [string, Shelf] => {
    const last = before.tenants.get(orgId) ?? EMPTY;
    const refuse = (file: string, findings: readonly Finding[]) =>
      problems.push(...findings.map((finding) => ({ orgId, file, ...finding })));
    const shelf = shelve(files, last, refuse, (pack) => [
      ...lintTenantPack(pack, shared.current.get(pack.id)),
      ...takenVersion(pack, shared),
    ]);
    return [orgId, withLastValid(shelf, last, files)];
  });
  return { tenants: new Map(shelves), problems };
}

const takenVersion = (pack: Pack, shared: Shelf): Finding[] =>
  shared.versions.has(nameOf(pack)) && shared.current.get(pack.id)?.version !== pack.version
    ? [{ pointer: '/version', reason: `版本 ${pack.version} 是产品自带的旧版本`, fix: '换一个版本号' }]
    : [];

/** A file that is broken now leaves what it said before in force. */
function withLastValid(shelf: Shelf, last: Shelf, files: readonly PackFile[]): Shelf {
  const named = new Set(files.map(({ name }) => name));
  const kept = (packs: ReadonlyMap<string, Pack>) => [...packs].filter(([name]) => named.has(name));
  const versions = [...last.versions].filter(([name, { id }]) => named.has(name) || named.has(id));
  return {
    current: new Map([...kept(last.current), ...shelf.current]),
    versions: new Map([...versions, ...shelf.versions]),
  };
}

type Refuse = (file: string, findings: readonly Finding[]) => void;

/** Validates the files of a folder; what is refused is not on the shelf. */
function shelve(
  files: readonly PackFile[],
  before: Shelf,
  refuse: Refuse,
  lint: (pack: Pack) => Finding[] = () => [],
): Shelf {
  const current = new Map<string, Pack>();
  const versions = new Map<string, Pack>();
  for (const each of files) {
    const verdict = validatePackFile(each);
    const findings =
      'findings' in verdict ? verdict.findings : [...lint(verdict.pack), ...changed(verdict.pack, versions, before)];
    if (findings.length > 0 || 'findings' in verdict) {
      refuse(each.file, findings);
      continue;
    }
    const { pack } = verdict;
    versions.set(nameOf(pack), pack);
    if (!each.older) current.set(pack.id, pack);
  }
  return { current, versions };
}

/** The same version with other content, beside it or before the reload. */
function changed(pack: Pack, read: ReadonlyMap<string, Pack>, before: Shelf): Finding[] {
  const same = read.get(nameOf(pack)) ?? before.versions.get(nameOf(pack));
  if (!same || same.checksum === pack.checksum) return [];
  return [
    {
      pointer: '/version',
      reason: `版本 ${pack.version} 已经有另一份内容`,
      fix: `恢复原来的内容，或换一个新的版本号，原文件存为 versions/${nameOf(pack)}.json`,
    },
  ];
}
