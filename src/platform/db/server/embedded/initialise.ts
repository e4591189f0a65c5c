import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../../runtime/server/durable-file.ts';

const unfinishedPrefix = 'cluster-new-';

/** Folder of the engine's files within the database's folder. */
export const clusterIn = (dir: string) => path.join(dir, 'cluster');

/** Retries because a child whose parent was killed keeps writing for a moment. */
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 15, retryDelay: 200 });

/**
 * Creates the cluster in a database's folder if it is missing. A child process does it under a temporary name, because
 * initialisation needs 500 MB and an interrupted one must leave nothing but leftovers for the next start to remove. The
 * caller holds the folder's lock.
 *
 * @param entry The built `embedded-init.js`
 */
export async function initialise(dir: string, entry: string): Promise<void> {
  for (const name of readdirSync(dir)) if (name.startsWith(unfinishedPrefix)) await remove(path.join(dir, name));
  const cluster = clusterIn(dir);
  if (existsSync(cluster)) return;
  const fresh = mkdtempSync(path.join(dir, unfinishedPrefix));
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
    // The IPC channel shows the child when this process ends; flags such as a debugger's port must not be inherited.
    const child = fork(entry, [dir], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let errorOutput = '';
    child.stderr?.on('data', (chunk) => {
      errorOutput = `${errorOutput}${String(chunk)}`.slice(-4000);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `内嵌数据库初始化失败 (${signal ?? `exit ${code}`})。The embedded database could not be made.\n${errorOutput}`,
          ),
        );
    });
  });
}
