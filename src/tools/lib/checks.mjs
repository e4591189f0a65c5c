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

/** @param {readonly string[]} files All where none is named */
const lint = async (files) =>
  (await runNode([
    'node_modules/oxlint/bin/oxlint',
    '--deny-warnings',
    '--no-error-on-unmatched-pattern',
    ...files,
  ])) === 0;

const format = async () =>
  (await runNode(['node_modules/oxfmt/bin/oxfmt', '--check', 'src', 'tests', 'vite.config.ts'])) === 0;

/**
 * Static checks, ordered by how much they explain.
 *
 * @param {readonly string[]} [changed] Only what these files can break directly; everything where absent
 */
export function checks(changed) {
  const partial = changed !== undefined && !changed.some((file) => SETTINGS.test(file));
  const code = partial ? changed.filter((file) => CODE.test(file) && existsSync(path.join(root, file))) : [];
  const all = typedParts();
  return [
    { name: 'types', run: () => types(partial ? touchedParts(changed, all) : all) },
    { name: 'lint', run: async () => (partial && code.length === 0) || lint(code) },
    { name: 'format', run: format },
  ];
}
