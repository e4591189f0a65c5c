import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ProcessIdentity } from '../../../runtime/server/process-identity.ts';

/** Who holds a folder. */
export interface LockHolder extends ProcessIdentity {
  /** Random; identifies this lock. */
  readonly token: string;
}

/** A lock file as it was read: the holder, and a counter that its process increases. */
export interface LockFile {
  readonly holder: LockHolder;
  readonly beat: string;
}

export const lockFileOf = (dir: string): string => path.join(dir, 'lock');

/** Width of the counter, so that it is overwritten in place, which needs no space on the disk. */
export const BEAT_WIDTH = 16;

/** The holder in one line; the counter follows. */
export const firstLine = (holder: LockHolder): string => `${JSON.stringify(holder)}\n`;

export const beatText = (count: number): string => String(count).padStart(BEAT_WIDTH);

/** @returns undefined where there is no file, `unreadable` where it is not a complete lock file */
export function readLockFile(file: string): LockFile | undefined | 'unreadable' {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const [line = '', beat = ''] = text.split('\n');
  try {
    const holder = JSON.parse(line) as Partial<LockHolder> | null;
    return typeof holder?.token === 'string' && typeof holder.pid === 'number'
      ? { holder: { ...EMPTY, ...holder, token: holder.token, pid: holder.pid }, beat }
      : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

const EMPTY = { host: '', boot: '', namespace: '', startedAt: '' };

/** Whether the folder is still locked with this token. */
export function isLockedWith(dir: string, token: string): boolean {
  const lock = readLockFile(lockFileOf(dir));
  return typeof lock === 'object' && lock.holder.token === token;
}
