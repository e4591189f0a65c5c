import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runNode } from './process.mjs';
import { root } from './root.mjs';

/** Every part of the project with its own types: tsconfig.json lists them, so that a new part is checked automatically. */
function typedParts() {
  /** @type {{ references: { path: string }[] }} */
  const config = JSON.parse(readFileSync(path.join(root, 'tsconfig.json'), 'utf8'));
  return config.references.map((reference) => reference.path);
}

const CODE = /\.(ts|tsx|mjs)$/;
/** What all parts are checked and linted with. */
const SETTINGS = /^(package(-lock)?\.json|\.oxlintrc\.json|\.oxfmtrc\.json|(src\/|tests\/)?tsconfig[^/]*\.json)$/;
/** What no part but one and the tests can see. */
const SIDES = [
  { of: /^src\/[^.]+\/server\//, part: 'src/tsconfig.server.json' },
  { of: /^src\/[^.]+\/web\//, part: 'src/tsconfig.web.json' },
  { of: /^src\/tools\//, part: 'src/tools' },
  { of: /^tests\//, part: 'tests' },
];

/**
 * The typed parts that can see a change.
 *
 * @param {readonly string[]} changed @param {readonly string[]} parts
 */
export function touchedParts(changed, parts) {
  const sides = changed.map((file) => SIDES.find(({ of }) => of.test(file))?.part);
  const seen = new Set([...sides, 'tests']);
  return sides.includes(undefined) ? [...parts] : parts.filter((part) => seen.has(part));
}

/**
 * Type-checks a part per core at once, since each has one checker (`checkers` in tsconfig.json); the tests, which see
 * everything, come first.
 *
 * @param {readonly string[]} parts @returns {Promise<boolean>} Whether every part type-checks; all are looked at
 */
async function types(parts) {
  const waiting = [...parts].reverse()[Symbol.iterator]();
  let ok = true;
  const lane = async () => {
    for (const part of waiting) ok = (await runNode(['node_modules/typescript/bin/tsc', '-p', part])) === 0 && ok;
  };
  await Promise.all(Array.from({ length: Math.min(2, os.availableParallelism()) }, lane));
  return ok;
}

/**
 * The program that lints. With `types` it also reports the errors of the type checker in the files that it lints. It
 * misses errors in other files that use them, so a part of the files needs `types()` instead.
 *
 * @param {readonly string[]} files All where none is named @param {boolean} types
 */
export const lintCommand = (files, types) => [
  path.join(root, 'node_modules/oxlint/bin/oxlint'),
  '--deny-warnings',
  '--no-error-on-unmatched-pattern',
  ...(types ? ['--type-check'] : []),
  ...files,
];

/** @param {readonly string[]} files @param {boolean} [types] */
const lint = async (files, types = false) => (await runNode(lintCommand(files, types))) === 0;

const format = async () =>
  (await runNode(['node_modules/oxfmt/bin/oxfmt', '--check', 'src', 'tests', 'vite.config.ts'])) === 0;

/**
 * Static checks, ordered by how much they explain. Types are checked while everything is linted, which costs nothing
 * more; after a change, incrementally in the parts that can see it.
 *
 * @param {readonly string[]} [changed] Only what these files can break directly; everything where absent
 */
export function checks(changed) {
  const formatted = { name: 'format', run: format };
  if (changed === undefined || changed.some((file) => SETTINGS.test(file)))
    return [{ name: 'types and lint', run: () => lint([], true) }, formatted];
  const code = changed.filter((file) => CODE.test(file) && existsSync(path.join(root, file)));
  return [
    { name: 'types', run: () => types(touchedParts(changed, typedParts())) },
    { name: 'lint', run: async () => code.length === 0 || lint(code) },
    formatted,
  ];
}
