import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../src/platform/runtime/server/root.ts';
import { mutantsOf } from './find-mutants.ts';
import { identityOf, type Mutant, type NumberedMutant } from './mutant.ts';
import { NEVER, type Room } from './rooms.ts';

/** Fixed, so that the same mutants are tried until their code changes. */
const SEED = '1';

function filesIn(place: string): string[] {
  const absolute = path.join(root, place);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [place];
  return readdirSync(absolute, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(place, file.split(path.sep).join('/')))
    .filter((file) => /\.tsx?$/.test(file))
    .sort();
}

/** The files of tests of a room; faults and components are left out. */
export const testsOf = ({ tests }: Room): string[] =>
  tests
    .flatMap(filesIn)
    .filter((file) => file.endsWith('.test.ts') && !file.includes('.faults.') && !file.includes('/web/'));

/** Every mutant of a room. */
export function allMutantsOf({ sources, except }: Room): Mutant[] {
  const files = sources.flatMap(filesIn).filter((file) => !NEVER.test(file) && !except?.test(file));
  return files.flatMap((file) => mutantsOf(file, readFileSync(path.join(root, file), 'utf8')));
}

const drawOf = (mutant: Mutant): string => createHash('sha256').update(SEED).update(identityOf(mutant)).digest('hex');

/**
 * A sample of mutants. Each is drawn by its own name: a change elsewhere in the room changes nothing about it, and a
 * larger sample contains a smaller one.
 */
export function choose(all: readonly Mutant[], { always = [] }: Room, sample: number): NumberedMutant[] {
  const isAlways = ({ file, original }: Mutant) =>
    always.some((one) => one.file === file && original.startsWith(one.original));
  const drawn = [...all].sort((a, b) => drawOf(a).localeCompare(drawOf(b))).slice(0, sample);
  const chosen = new Set([...drawn, ...all.filter(isAlways)]);
  // What must be noticed comes first.
  const inOrder = [...all.filter(isAlways), ...all.filter((mutant) => !isAlways(mutant))];
  return inOrder.filter((mutant) => chosen.has(mutant)).map((mutant, at) => ({ ...mutant, id: at + 1 }));
}
