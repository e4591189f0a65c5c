import { readFileSync } from 'node:fs';
import path from 'node:path';
import MagicString from 'magic-string';
import type { Plugin } from 'vite';
import { root } from '../../src/platform/runtime/server/root.ts';
import type { NumberedMutant } from './mutant.ts';

/** Name of the global function that says which mutant is switched on. */
export const SWITCH = '__mutant';

function groups<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]);
  return found;
}

/**
 * A source with all its mutants, each behind a switch, so that the modules of a process stay loaded from one mutant to
 * the next.
 *
 * @param mutants Of this file
 */
export function instrument(text: string, mutants: readonly NumberedMutant[]): MagicString {
  const made = new MagicString(text);
  const places = groups(mutants, ({ start, end }) => `${start}-${end}`);
  // Outer places come first: at a common edge, what an inner place adds then stays inside.
  const outerFirst = [...places.values()].sort((a, b) => {
    const [x, y] = [a[0], b[0]];
    return x && y ? x.start - y.start || y.end - x.end : 0;
  });
  for (const group of outerFirst) {
    const [{ start, end, statement } = { start: 0, end: 0, statement: false }] = group;
    const isOn = ({ id }: NumberedMutant) => `globalThis.${SWITCH}(${id})`;
    const before = statement
      ? `{ if (${group.map((mutant) => `!${isOn(mutant)}`).join(' && ')}) {`
      : `(${group.map((mutant) => `${isOn(mutant)} ? (${mutant.replacement}) : `).join('')}(`;
    made.appendLeft(start, before).prependRight(end, statement ? '} }' : '))');
  }
  // Code that runs outside of the tests has no mutants.
  return made.prepend(`globalThis.${SWITCH} ??= () => false; `);
}

/** Puts the mutants of a run into the modules that the tests load. */
export function instrumentModules(mutants: readonly NumberedMutant[]): Plugin {
  const byFile = groups(mutants, ({ file }) => path.join(root, file));
  return {
    name: 'instrument-modules',
    enforce: 'pre',
    load(id) {
      const own = byFile.get(id);
      if (!own) return undefined;
      const made = instrument(readFileSync(id, 'utf8'), own);
      return { code: made.toString(), map: made.generateMap({ hires: true, source: id }) };
    },
  };
}
