import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runNode } from './process.mjs';
import { root } from './root.mjs';

/**
 * Every part of the project that has types of its own: tsconfig.json names them, so that a new one is checked from its
 * first day.
 */
function typedParts() {
  /** @type {{ references: { path: string }[] }} */
  const config = JSON.parse(readFileSync(path.join(root, 'tsconfig.json'), 'utf8'));
  return config.references.map((reference) => reference.path);
}

/** @returns {Promise<boolean>} Whether every part type-checks; all are looked at */
async function types() {
  let ok = true;
  for (const part of typedParts()) ok = (await runNode(['node_modules/typescript/bin/tsc', '-p', part])) === 0 && ok;
  return ok;
}

const lint = async () => (await runNode(['node_modules/oxlint/bin/oxlint', '--deny-warnings'])) === 0;

const format = async () =>
  (await runNode(['node_modules/oxfmt/bin/oxfmt', '--check', 'src', 'tests', 'vite.config.ts'])) === 0;

/** What is looked at without running the product, in the order of what explains most. */
export const checks = [
  { name: 'types', run: types },
  { name: 'lint', run: lint },
  { name: 'format', run: format },
];
