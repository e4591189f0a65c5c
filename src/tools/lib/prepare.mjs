import { buildStale } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { exclusively } from './lock.mjs';
import { root } from './root.mjs';
import { say } from './say.mjs';

/**
 * One process at a time installs or builds in a folder; a second one waits, and then has nothing left to do.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
const alone = (work) => exclusively(`prepare:${root}`, work, () => say('另一个进程正在安装或构建，等它完成 …'));

/** Installs the dependencies where they are missing or differ from package-lock.json. */
export const ensureInstalled = () =>
  alone(async () => {
    if (!isInstalled()) await install();
  });

/** Builds what changed; the dependencies must be there. */
export const ensureBuilt = () => alone(buildStale);

/** Everything a command of the product needs before it can run. */
export async function prepare() {
  await ensureInstalled();
  await ensureBuilt();
}
