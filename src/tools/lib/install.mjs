import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runNpm } from './process.mjs';
import { root } from './root.mjs';
import { Problem, say } from './say.mjs';

/** @typedef {{ version?: string; optional?: boolean; devOptional?: boolean; link?: boolean }} LockedPackage */
/** @typedef {{ packages?: Record<string, LockedPackage> }} Lockfile */

/**
 * What package-lock.json wants and node_modules lacks or has in another version. npm writes its own record of what it
 * installed last of all, so a broken-off installation counts as none, and a `git checkout` that only touches times as
 * current. Optional packages are for other platforms, and may be absent.
 *
 * @param {Lockfile} wanted Package-lock.json
 * @param {Lockfile} installed Node_modules/.package-lock.json
 * @returns {string[]} Their paths
 */
export function missingPackages(wanted, installed) {
  return Object.entries(wanted.packages ?? {})
    .filter(
      ([at, { version, optional, devOptional }]) =>
        at !== '' && !optional && !devOptional && installed.packages?.[at]?.version !== version,
    )
    .map(([at]) => at);
}

/** @param {string} file @returns {Lockfile} */
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

export const isInstalled = () =>
  missingPackages(read(path.join(root, 'package-lock.json')), read(path.join(root, 'node_modules/.package-lock.json')))
    .length === 0;

/** Installs exactly what package-lock.json lists; throws a Problem with the fix where that fails. */
export async function install() {
  say('正在安装依赖 (npm ci) …');
  const code = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code === 0) return;
  throw new Problem(
    '依赖安装失败：请检查网络和 npm 的 registry 设置，然后运行 npm ci 查看原因；若提示 package-lock.json 与 package.json 不一致，请运行 npm install。\n' +
      'Installing the dependencies failed: run "npm ci" to see why.',
  );
}
