import { open, readdir } from 'node:fs/promises';
import path from 'node:path';

async function sync(file: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(file, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs everything in a folder to disk, recursively, without holding up a process that serves. */
export async function syncedFolder(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) await syncedFolder(file);
    else await sync(file, 'r+');
  }
  // Windows neither has nor needs such a call.
  if (process.platform !== 'win32') await sync(dir, 'r');
}
