import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { FolderInUse, lockFolder } from '../../../../src/platform/db/server/embedded/folder-lock.ts';
import { DatabaseUnavailable } from '../../../../src/platform/db/server/errors.ts';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import { freshDatabase } from '../../../support/databases.ts';
import { SHORT_LIVED } from '../../../support/process.ts';

const { entries } = inject('databases');
const noTenant = { orgId: null, userId: null };
const one = CompiledQuery.raw('select 1 as one') as CompiledQuery<{ one: number }>;

let parent: string;
let children: ChildProcess[];
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'xinyu folder '));
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map(kill));
  rmSync(parent, { recursive: true, force: true, maxRetries: 5 });
});

const start = (program: string, dir: string) => {
  const child = spawn(process.execPath, [...SHORT_LIVED, path.join(entries, `${program}.js`), dir, entries], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
};

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

describe('the folder of an embedded database', () => {
  it('is readable by this user only', async () => {
    const dir = path.join(parent, 'a', 'db');
    const db = await openDatabase({ dir, entries });
    expect(await db.read(noTenant, [one]).catch((error: unknown) => error)).toMatchObject({ code: '22023' });
    await db.close();
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(readdirSync(dir)).toEqual(['cluster']);
  });

  it('refuses a second process with the first one’s process id, and is released when that is killed', async () => {
    const {
      options: { dir = '' },
      remove,
    } = await freshDatabase('embedded');
    const holder = start('holder', dir);
    await once(holder.stdout ?? holder, 'data');
    await expect(openDatabase({ dir, entries })).rejects.toThrow(new FolderInUse(dir, String(holder.pid)));

    const second = start('holder', dir);
    let complaint = '';
    second.stderr?.on('data', (chunk) => {
      complaint += String(chunk);
    });
    expect((await once(second, 'close'))[0]).toBe(1);
    expect(complaint).toContain(`process ${holder.pid}`);

    await kill(holder);
    const db = await openDatabase({ dir, entries });
    expect(await db.read(noTenant, [one])).toEqual([[{ one: 1 }]]);
    await db.close();
    await remove();
  });

  it('is locked independently of the path used', async () => {
    const link = path.join(os.tmpdir(), `xinyu-link-${process.pid}`);
    symlinkSync(parent, link);
    const lock = await lockFolder(parent);
    await expect(lockFolder(link)).rejects.toMatchObject({ pid: String(process.pid) });
    lock.release();
    (await lockFolder(link)).release();
    rmSync(link);
  });

  it('starts cleanly after a kill during its first initialisation', async () => {
    const dir = path.join(parent, 'db');
    const halfMade = () =>
      existsSync(dir) &&
      readdirSync(dir).some(
        (name) => name.startsWith('cluster-new-') && existsSync(path.join(dir, name, 'PG_VERSION')),
      );
    const first = start('holder', dir);
    await vi.waitUntil(halfMade, { timeout: 50_000, interval: 5 });
    await kill(first);
    expect(existsSync(path.join(dir, 'cluster'))).toBe(false);

    const db = await openDatabase({ dir, entries });
    expect(await db.admin((run) => run('select 1 as one'))).toEqual([{ one: 1 }]);
    await db.close();
    expect(readdirSync(dir)).toEqual(['cluster']);
  });

  it('names the missing file when it was not built', async () => {
    await expect(openDatabase({ dir: path.join(parent, 'db'), entries: parent })).rejects.toThrow('npm run build');
    expect(existsSync(path.join(parent, 'db'))).toBe(false);
  });
});

describe('an engine that stopped', () => {
  it('fails every call and notifies the process', async () => {
    const { options, remove } = await freshDatabase('embedded');
    const db = await openDatabase(options);
    const fatal = vi.fn<(error: Error) => void>();
    db.onFatal(fatal);
    // Prevents the next WAL file, as on a full or broken disk.
    rmSync(path.join(options.dir ?? '', 'cluster/pg_wal'), { recursive: true });
    await expect(db.admin((run) => run('select pg_switch_wal(); create table t (i int)'))).rejects.toBeInstanceOf(
      DatabaseUnavailable,
    );
    await expect(db.read(noTenant, [one])).rejects.toThrow('embedded database stopped');
    await expect(db.transaction(noTenant, (tx) => tx.run(one))).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(fatal).toHaveBeenCalledTimes(1);
    expect(fatal.mock.calls[0]?.[0]).toBeInstanceOf(DatabaseUnavailable);
    await db.close();
    await remove();
  });

  it('releases its folder, and does not start on a damaged one', async () => {
    const { options, remove } = await freshDatabase('embedded');
    rmSync(path.join(options.dir ?? '', 'cluster/global'), { recursive: true });
    await expect(openDatabase(options)).rejects.toThrow('did not start');
    (await lockFolder(options.dir ?? '')).release();
    await remove();
  });
});
