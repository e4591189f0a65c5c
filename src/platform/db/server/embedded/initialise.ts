import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './sync-tree.ts';

const unfinished = 'cluster-new-';

/** Where the engine's files are in the database's folder. */
export const clusterIn = (dir: string) => path.join(dir, 'cluster');

/** A child whose parent was killed writes on until it notices; meanwhile its folder can't be emptied. */
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 15, retryDelay: 200 });

/**
 * Makes the cluster in a database's folder unless it is there: in a process of its own, which gives its 500 MB back,
 * and under another name until it is complete. A process that ends half-way leaves only what the next one sweeps out.
 * The caller holds the folder's lock.
 *
 * @param entry The built `embedded-init.js`
 */
export async function initialise(dir: string, entry: string): Promise<void> {
  for (const name of readdirSync(dir)) if (name.startsWith(unfinished)) await remove(path.join(dir, name));
  const cluster = clusterIn(dir);
  if (existsSync(cluster)) return;
  const fresh = mkdtempSync(path.join(dir, unfinished));
  try {
    await runToEnd(entry, fresh);
    renameSync(fresh, cluster);
    syncFolder(dir);
  } catch (error) {
    await remove(fresh);
    throw error;
  }
}

function runToEnd(entry: string, dir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // The channel tells the child when this process is gone; flags such as a debugger's port must not be handed on.
    const child = fork(entry, [dir], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let complaints = '';
    child.stderr?.on('data', (chunk) => {
      complaints = `${complaints}${String(chunk)}`.slice(-4000);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `内嵌数据库初始化失败 (${signal ?? `exit ${code}`})。The embedded database could not be made.\n${complaints}`,
          ),
        );
    });
  });
}
