import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../src/platform/runtime/server/root.ts';

/** An import in the source; `to` is a file of the project (from its root) or the name of a package. */
export interface Import {
  from: string;
  to: string;
  kind: 'value' | 'type' | 'lazy';
}
export interface Source {
  file: string;
  text: string;
  imports: Import[];
}

const IMPORT = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)';?/gm;
const DYNAMIC = /\bimport\(\s*'([^']+)'\s*\)/g;

const isComment = (line: string) => /^\s*(\/\/|\*|\/\*)/.test(line);

function importsOf(file: string, text: string): Import[] {
  const resolve = (to: string) => (to.startsWith('.') ? path.posix.join(path.posix.dirname(file), to) : to);
  // `import { type A, type B }` imports nothing at run time, although it does not begin with `import type`.
  const typesAlone = (statement: string) => /^import\s*\{(\s*type\s[^,{}]+,?)+\s*\}/.test(statement);
  const code = text
    .split('\n')
    .filter((line) => !isComment(line))
    .join('\n');
  return [
    ...[...code.matchAll(IMPORT)].map((m) => ({
      from: file,
      to: resolve(m[2] ?? ''),
      kind: m[1] !== undefined || typesAlone(m[0]) ? ('type' as const) : ('value' as const),
    })),
    ...[...code.matchAll(DYNAMIC)].map((m) => ({ from: file, to: resolve(m[1] ?? ''), kind: 'lazy' as const })),
  ];
}

/** Every TypeScript file under these folders, with what it imports. */
export function sourcesIn(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
      .map((entry) => {
        const absolute = path.join(entry.parentPath, entry.name);
        const file = path.relative(root, absolute).split(path.sep).join('/');
        const text = readFileSync(absolute, 'utf8');
        return { file, text, imports: importsOf(file, text) };
      }),
  );
}

/** Imports that break a rule, as lines that name both files. */
export const offending = (sources: readonly Source[], offends: (x: Import) => boolean): string[] =>
  sources.flatMap((source) => source.imports.filter(offends).map((x) => `${x.from} → ${x.to}`));

/** Lines of code, without comments, that match; as `file:line text`. */
export const linesMatching = (sources: readonly Source[], pattern: RegExp): string[] =>
  sources.flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line, i) => (!isComment(line) && pattern.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
  );

/** Every cycle of imports, type-only imports included, named once from its first file. Lazy imports close no cycle. */
export function cyclesOf(sources: readonly Source[]): string[] {
  const next = new Map(
    sources.map(({ file, imports }) => [file, imports.filter((x) => x.kind !== 'lazy').map((x) => x.to)]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]) => {
    const at = trail.indexOf(file);
    if (at >= 0) cycles.push([...trail.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...trail, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return cycles;
}

/**
 * Rooms that import each other in a circle, types counted: each circle as its rooms in order of their names.
 *
 * @param imports Between files; imports inside a room do not count
 */
export function roomCycles(imports: readonly Import[], roomOf: (file: string) => string | undefined): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [a, b] = [roomOf(from), roomOf(to)];
    if (a !== undefined && b !== undefined && a !== b) next.set(a, (next.get(a) ?? new Set()).add(b));
  }
  const reachedFrom = (room: string) => {
    const reached = new Set<string>();
    const open = [room];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const to of next.get(at) ?? []) if (!reached.has(to) && reached.add(to)) open.push(to);
    return reached;
  };
  const reach = new Map([...next.keys()].map((room) => [room, reachedFrom(room)]));
  const circles = [...reach]
    .filter(([room, rooms]) => rooms.has(room))
    .map(([room, rooms]) =>
      [...rooms]
        .filter((other) => reach.get(other)?.has(room))
        .toSorted()
        .join(' ↔ '),
    );
  return [...new Set(circles)];
}
