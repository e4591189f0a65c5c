import type { Finding } from '../../../../platform/schema/problem.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import type { PackFile } from './pack-files.ts';
import type { Publishers } from './publishers.ts';
import { validatePackFile } from './validate-pack.ts';

/** Packs of one origin. */
export interface Shelf {
  /** By id. */
  current: ReadonlyMap<string, Pack>;
  /** Current and older ones, by `<id>@<version>`. */
  versions: ReadonlyMap<string, Pack>;
}

export const EMPTY: Shelf = { current: new Map(), versions: new Map() };
export const nameOf = ({ id, version }: Pick<Pack, 'id' | 'version'>) => `${id}@${version}`;

interface Shelving {
  files: readonly PackFile[];
  before: Shelf;
  publishers: Publishers;
  refuse: (file: string, findings: readonly Finding[]) => void;
  lint?: (pack: Pack) => Finding[];
}

/** Validates the files of a folder; what is refused is not on the shelf. */
export function shelve({ files, before, publishers, refuse, lint = () => [] }: Shelving): Shelf {
  const current = new Map<string, Pack>();
  const versions = new Map<string, Pack>();
  for (const each of files) {
    const verdict = validatePackFile(each, publishers);
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

/** A file that is broken now leaves what it said before in force. */
export function withLastValid(shelf: Shelf, last: Shelf, files: readonly PackFile[]): Shelf {
  const named = new Set(files.map(({ name }) => name));
  const kept = (packs: ReadonlyMap<string, Pack>) => [...packs].filter(([name]) => named.has(name));
  const versions = [...last.versions].filter(([name, { id }]) => named.has(name) || named.has(id));
  return {
    current: new Map([...kept(last.current), ...shelf.current]),
    versions: new Map([...versions, ...shelf.versions]),
  };
}
