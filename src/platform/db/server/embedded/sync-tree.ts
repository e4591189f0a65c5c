import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';

function sync(file: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(file, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Syncs a folder's entries to disk. Windows neither has nor needs such a call. */
export const syncFolder = (dir: string): void => {
  if (process.platform !== 'win32') sync(dir, 'r');
};

/** Syncs everything in a folder to disk, recursively. */
export function syncTree(dir: string): void {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) syncTree(file);
    else sync(file, 'r+');
  }
  syncFolder(dir);
}
