import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';
import { Problem } from './say.mjs';

/**
 * The file of a built command.
 *
 * @param {string} name Of a file in src/app/server/entries
 */
export function entryFile(name) {
  const file = path.join(root, 'dist/server', `${name}.js`);
  if (!existsSync(file))
    throw new Problem(
      `没有 ${path.relative(root, file)}：请在开发机上运行 npm ci 和 npm run build，并把 dist/ 一起部署。It is not built.`,
    );
  if (!existsSync(path.join(root, 'node_modules')))
    throw new Problem('没有 node_modules：请先运行 npm ci --omit=dev。The dependencies are not installed.');
  return file;
}

/**
 * Runs a built command in this process, so that it has its own signals, exit code and memory.
 *
 * @param {string} name Of a file in src/app/server/entries
 * @param {string[]} [args]
 */
export async function runEntry(name, args = []) {
  const file = entryFile(name);
  process.argv = [process.execPath, file, ...args];
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(file).href);
}
