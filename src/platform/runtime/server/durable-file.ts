import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Syncs a folder's entries to disk. Windows neither has nor needs such a call. */
export function syncFolder(dir: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(dir, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const draftOf = (file: string): string => `${file}.${randomBytes(6).toString('hex')}~`;

/**
 * Creates missing folders of a path, readable by their owner only, and syncs each new folder's entry: a power cut would
 * otherwise take a folder with everything in it.
 */
export function makeDurableFolder(dir: string): void {
  const first = mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let folder = dir; folder.length >= first.length; folder = path.dirname(folder)) syncFolder(path.dirname(folder));
}

/**
 * Writes a file that must survive a power cut: a draft is written and synced, gets its name, and the folder is synced.
 * The file is complete or absent at every moment, and readable by its owner only.
 *
 * @param onExisting `replace` overwrites an existing file; `keep` leaves it
 * @returns Whether this call wrote the file
 */
export function writeDurableFile(file: string, content: string | Uint8Array, onExisting: 'replace' | 'keep'): boolean {
  makeDurableFolder(path.dirname(file));
  const draft = draftOf(file);
  try {
    const descriptor = openSync(draft, 'wx', 0o600);
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    const isNew = giveName(draft, file, onExisting);
    syncFolder(path.dirname(file));
    return isNew;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A link fails where the name is taken; a rename replaces. */
function giveName(draft: string, file: string, onExisting: 'replace' | 'keep'): boolean {
  if (onExisting === 'replace') {
    renameSync(draft, file);
    return true;
  }
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Streams a file that must survive a power cut, like `writeDurableFile` with `replace`.
 *
 * @param fill Writes the content, and throws where the file must not be kept
 */
export async function streamDurableFile(
  file: string,
  fill: (put: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  const folder = path.dirname(file);
  makeDurableFolder(folder);
  const draft = draftOf(file);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await fill((chunk) => handle.writeFile(chunk));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
    syncFolder(folder);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Appends to a file and syncs it; a new file's folder too. The caller separates records so that a torn one is seen. */
export function appendDurably(file: string, text: string): void {
  makeDurableFolder(path.dirname(file));
  const descriptor = openSync(file, 'a', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  syncFolder(path.dirname(file));
}
