import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FolderInUse, lockFolder } from '../../../../src/platform/db/server/embedded/folder-lock.ts';
import { beatText, firstLine, lockFileOf } from '../../../../src/platform/db/server/embedded/lock-file.ts';
import { thisProcess } from '../../../../src/platform/runtime/server/process-identity.ts';

const times = { beatMs: 20, silenceMs: 300 };
/** A holder in another container: its process cannot be looked up from here. */
const elsewhere = { ...thisProcess(), namespace: 'pid:[1]', host: 'another', pid: 1, token: 'theirs' };

let dir: string;
let lockFile: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'xinyu-lock-'));
  lockFile = lockFileOf(dir);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const writeLock = (holder: object, beat = 0) =>
  writeFileSync(lockFile, firstLine({ ...elsewhere, ...holder }) + beatText(beat));

describe('the lock of a folder', () => {
  it('refuses a holder in another namespace whose counter increases', async () => {
    let beat = 0;
    writeLock({});
    const holder = setInterval(() => writeLock({}, ++beat), times.beatMs);
    const error: unknown = await lockFolder(dir, { times }).catch((reason: unknown) => reason);
    clearInterval(holder);
    expect(error).toBeInstanceOf(FolderInUse);
    expect(error).toMatchObject({ pid: '1（another）' });
    expect(readFileSync(lockFile, 'utf8')).toContain('theirs');
  });

  it('takes over from a holder in another namespace whose counter stays the same, and reports that it waits', async () => {
    writeLock({});
    const onWaiting = vi.fn<(holder: object, limitMs: number) => void>();
    const lock = await lockFolder(dir, { times, onWaiting });
    expect(onWaiting.mock.calls).toEqual([[elsewhere, times.silenceMs]]);
    expect(readFileSync(lockFile, 'utf8')).toContain(lock.token);
    lock.release();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('takes over at once from a process of this namespace that ended, also when its id runs again', async () => {
    const onWaiting = vi.fn<() => void>();
    writeLock({ ...thisProcess(), startedAt: '1' });
    (await lockFolder(dir, { times, onWaiting })).release();
    writeLock({ ...thisProcess(), pid: 2 ** 22 + 1 });
    (await lockFolder(dir, { times, onWaiting })).release();
    expect(onWaiting).not.toHaveBeenCalled();
  });

  it.each(['', '{"token":', 'null\n'])('refuses a lock file that cannot be read: %j', async (text) => {
    writeFileSync(lockFile, text);
    await expect(lockFolder(dir, { times })).rejects.toThrow(`锁文件 ${lockFile} 看不出由谁持有`);
    expect(readFileSync(lockFile, 'utf8')).toBe(text);
  });

  it('refuses where a process died while it took over', async () => {
    writeLock({});
    writeFileSync(`${lockFile}.after-theirs`, firstLine({ ...elsewhere, token: 'third' }) + beatText(0));
    await expect(lockFolder(dir, { times })).rejects.toThrow('看不出由谁持有');
  });

  it('goes to exactly one of many that start at once, and each release frees it', async () => {
    writeLock({ ...thisProcess(), startedAt: '1' });
    for (let round = 0; round < 5; round++) {
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(dir, { times })));
      const locks = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(locks).toHaveLength(1);
      for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(FolderInUse);
      locks[0]?.release();
      expect(existsSync(lockFile)).toBe(false);
    }
  });

  it('reports once that another process has taken the folder, and does not remove its lock', async () => {
    const onLost = vi.fn<(reason: string) => void>();
    const lock = await lockFolder(dir, { times, onLost });
    writeLock({});
    await vi.waitUntil(() => onLost.mock.calls.length > 0);
    lock.release();
    expect(onLost.mock.calls).toEqual([['another process has taken the folder']]);
    expect(readFileSync(lockFile, 'utf8')).toContain('theirs');
  });
});
