import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { processRuns } from './process-runs.ts';

const PREFIX = 'xinyu-tests-';

/** A file system in memory, which Linux has. */
const IN_MEMORY = '/dev/shm';
const GIB = 2 ** 30;

/**
 * Where the folder of a run is created: in memory where there is enough of it, because each test file copies a database
 * of 1,800 files, and a disk's file system takes four times the processor time for that.
 */
function place(): string {
  const named = process.env['TMPDIR'] !== undefined;
  if (named || !existsSync(IN_MEMORY) || process.availableMemory() < 8 * GIB) return os.tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize < 4 * GIB ? os.tmpdir() : IN_MEMORY;
}

/** Removes what killed runs left. */
function sweep(temporary: string): void {
  for (const name of readdirSync(temporary)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !processRuns(Number(pid)))
      rmSync(path.join(temporary, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Once per run: redirects the files that tests create in the system's temporary folder into one folder, which is
 * removed afterwards.
 */
export default function setup(): (() => void) | undefined {
  // Every project of a run has this set-up; the first one creates the folder.
  if (process.env['XINYU_TEST_FOLDER'] !== undefined) return undefined;
  const before = place();
  sweep(before);
  const folder = mkdtempSync(path.join(before, `${PREFIX}${process.pid}-`));
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711);
  // Workers and the programs that tests start inherit these.
  Object.assign(process.env, { XINYU_TEST_FOLDER: folder, TMPDIR: folder, TMP: folder, TEMP: folder });
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
