import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { writeDurableFile } from '../../../runtime/server/durable-file.ts';
import { stateOf, thisProcess } from '../../../runtime/server/process-identity.ts';
import {
  beatText,
  firstLine,
  isLockedWith,
  lockFileOf,
  readLockFile,
  type LockFile,
  type LockHolder,
} from './lock-file.ts';

/** How often the holder increases the counter, and how long it stays the same before the holder counts as dead. */
export interface LockTimes {
  readonly beatMs: number;
  readonly silenceMs: number;
}

/** The silence is longer than a process may be blocked: its watchdog ends it before. */
const LOCK_TIMES: LockTimes = { beatMs: 1000, silenceMs: 20_000 };

/** Another process uses the folder, or may use it. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';

  constructor(
    dir: string,
    readonly pid: string,
    why = `数据目录 ${dir} 正被进程 ${pid} 使用，请先停止它。The folder is in use by process ${pid}.`,
  ) {
    super(why);
  }
}

export interface FolderLock {
  readonly token: string;
  release(): void;
}

export interface LockOptions {
  /** Called once where the lock is lost or can no longer be kept: nothing may be written any more. */
  onLost?: (reason: string) => void;
  /** Called where the start waits to see whether the former holder still lives. */
  onWaiting?: (holder: LockHolder, limitMs: number) => void;
  times?: LockTimes;
}

/**
 * Locks a folder for this process: two engines on one folder would destroy each other's data. The lock is a file, which
 * every process sees that sees the folder, also from another container or host. A dead holder is recognised by its
 * process id within one boot and namespace; elsewhere by a counter that stays the same.
 *
 * @throws FolderInUse where the holder lives, and where that is unclear
 */
export async function lockFolder(dir: string, options: LockOptions = {}): Promise<FolderLock> {
  const times = options.times ?? LOCK_TIMES;
  const holder: LockHolder = { ...thisProcess(), token: randomBytes(12).toString('hex') };
  const content = `${firstLine(holder)}${beatText(0)}`;
  const file = lockFileOf(dir);
  for (;;) {
    if (writeDurableFile(file, content, 'keep')) break;
    const lock = readLockFile(file);
    if (lock === undefined) continue;
    if (lock === 'unreadable') throw unclear(dir, file);
    if (await isAlive(file, lock, times, options)) throw new FolderInUse(dir, describe(lock.holder));
    if (await succeed(dir, lock.holder.token, content)) break;
  }
  return keep(dir, holder, times, options.onLost);
}

const unclear = (dir: string, file: string) =>
  new FolderInUse(
    dir,
    '',
    `数据目录 ${dir} 的锁文件 ${file} 看不出由谁持有：请确认没有其他进程或容器在使用这个目录，再删除该文件后启动。It is unclear who holds the folder.`,
  );

function describe({ pid, host }: LockHolder): string {
  return host === thisProcess().host ? String(pid) : `${pid}（${host}）`;
}

/** Watches the counter of a holder whose process cannot be looked up. */
async function isAlive(file: string, lock: LockFile, times: LockTimes, { onWaiting }: LockOptions): Promise<boolean> {
  const state = stateOf(lock.holder);
  if (state !== 'unknown') return state === 'alive';
  onWaiting?.(lock.holder, times.silenceMs);
  for (let waited = 0; waited < times.silenceMs; waited += times.beatMs) {
    await wait(times.beatMs);
    const now = readLockFile(file);
    if (now === undefined) return false;
    if (now === 'unreadable' || now.holder.token !== lock.holder.token || now.beat !== lock.beat) return true;
  }
  return false;
}

/** How often a start looks again while another one takes over the lock of a dead holder, and the interval. */
const TAKEOVER = { looks: 10, everyMs: 100 };

/**
 * Takes over the lock of a dead holder. Only one process can create the file that names the dead lock's token, so that
 * two that start at once do not both succeed; the other one sees the new lock.
 *
 * @throws FolderInUse where a process died during a takeover
 */
async function succeed(dir: string, token: string, content: string): Promise<boolean> {
  const file = lockFileOf(dir);
  const claim = `${file}.after-${token}`;
  if (!writeDurableFile(claim, content, 'keep')) {
    for (let look = 0; isLockedWith(dir, token); look++) {
      if (look === TAKEOVER.looks) throw unclear(dir, claim);
      await wait(TAKEOVER.everyMs);
    }
    return false;
  }
  try {
    if (!isLockedWith(dir, token)) return false;
    writeDurableFile(file, content, 'replace');
    return true;
  } finally {
    rmSync(claim, { force: true });
  }
}

/** Increases the counter and checks that the lock is still this one. */
function keep(dir: string, holder: LockHolder, times: LockTimes, onLost?: LockOptions['onLost']): FolderLock {
  const { token } = holder;
  const file = lockFileOf(dir);
  const position = Buffer.byteLength(firstLine(holder));
  const descriptor = openSync(file, 'r+');
  let count = 0;
  let lastBeat = Date.now();
  let isKept = true;
  const end = () => {
    if (!isKept) return;
    isKept = false;
    clearInterval(timer);
    closeSync(descriptor);
  };
  const lose = (reason: string) => {
    end();
    onLost?.(reason);
  };
  const beat = () => {
    try {
      if (!isLockedWith(dir, token)) return lose('another process has taken the folder');
      writeSync(descriptor, beatText(++count), position);
      lastBeat = Date.now();
    } catch (error) {
      // Others take the folder once the counter has stayed the same for the whole silence.
      if (Date.now() - lastBeat > times.silenceMs / 2) lose(`the lock cannot be kept: ${String(error)}`);
    }
  };
  const timer = setInterval(beat, times.beatMs).unref();
  return {
    token,
    release() {
      end();
      if (isLockedWith(dir, token)) rmSync(file, { force: true });
    },
  };
}
