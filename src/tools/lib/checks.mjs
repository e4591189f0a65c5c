import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runNode } from './process.mjs';
import { root } from './root.mjs';

/** Every part of the project with its own types: tsconfig.json lists them, so that a new part is checked automatically. */
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

/** Static checks, ordered by how much they explain. */
export const checks = [
  { name: 'types', run: types },
  { name: 'lint', run: lint },
  { name: 'format', run: format },
];
