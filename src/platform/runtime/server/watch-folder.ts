import { createHash } from 'node:crypto';
import { watch, type FSWatcher } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Network file systems report no changes of other machines, so the folder is also looked at. */
const POLL_MS = 5000;
/** A folder is read once nothing in it has changed for so long. */
const SETTLE_MS = 300;

/** Names, sizes and times of all files in a folder. @throws Error where it does not exist */
export async function stateOfFolder(dir: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(dir, { recursive: true });
  for (const name of entries.toSorted()) {
    const found = await stat(path.join(dir, name)).catch(() => undefined);
    if (found?.isFile() === true)
      hash.update(`${name}\n${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.ino}\n`);
  }
  return hash.digest('hex');
}

export interface FolderWatch {
  /** Called with each new state once it has settled; while it fails, it is called again with every poll. */
  onChange(state: string): Promise<void>;
  /** Called where the folder cannot be read, or `onChange` has failed. */
  onFailure(error: unknown): void;
  pollMs?: number;
  settleMs?: number;
}

/**
 * Watches a folder with everything in it.
 *
 * @param from Its state that is in force already
 * @returns A function that stops it and waits for a running call
 */
export function watchFolder(
  dir: string,
  from: string,
  { onChange, onFailure, pollMs = POLL_MS, settleMs = SETTLE_MS }: FolderWatch,
): () => Promise<void> {
  /** Undefined after a failure: then the same state is tried again. */
  let inForce: string | undefined = from;
  let seen = from;
  let running: Promise<void> = Promise.resolve();
  let settling: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  let isClosed = false;

  async function look(): Promise<void> {
    const state = await stateOfFolder(dir);
    if (state === inForce || isClosed) return;
    const isSettled = state === seen;
    seen = state;
    if (!isSettled) return soon();
    inForce = undefined;
    await onChange(state);
    inForce = state;
  }
  const next = () => {
    running = running.then(look).catch((error: unknown) => {
      inForce = undefined;
      onFailure(error);
    });
  };
  function soon(): void {
    clearTimeout(settling);
    if (!isClosed) settling = setTimeout(next, settleMs).unref();
  }
  try {
    watcher = watch(dir, { recursive: true }, soon);
    // Polling goes on without it.
    watcher.on('error', () => watcher?.close());
  } catch {
    // Polling alone finds changes too.
  }
  const polling = setInterval(next, pollMs).unref();
  return async () => {
    isClosed = true;
    clearInterval(polling);
    clearTimeout(settling);
    watcher?.close();
    await running;
  };
}
