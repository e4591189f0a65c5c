import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** How long the lock's holder may take to answer with its process id. */
const answerLimitMs = 2000;

/**
 * Socket address that identifies a folder independently of its path. Linux and Windows free the address when its
 * process ends; elsewhere it is a file, which is removed when no process answers.
 */
function addressOf(dir: string): string {
  const { dev, ino } = statSync(dir, { bigint: true });
  const name = `xinyu-db-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), `${name}.sock`);
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;

/** Answers each connection with the process id. Undefined when another process holds the address. */
function listen(address: string): Promise<net.Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) =>
      socket
        .on('error', () => socket.destroy())
        .unref()
        .end(String(process.pid)),
    );
    server.once('error', (error) => (isCode(error, 'EADDRINUSE') ? resolve(undefined) : reject(error)));
    server.listen(address, () => resolve(server.unref()));
  });
}

/** The holder's process id; empty when it does not answer in time, undefined when no process listens any more. */
function askHolder(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let pid = '';
    const socket = net.connect(address).setEncoding('utf8').setTimeout(answerLimitMs);
    socket.on('data', (text) => {
      pid += text;
    });
    socket
      .once('timeout', () => socket.destroy())
      .once('close', () => resolve(pid))
      .once('error', () => resolve(undefined));
  });
}

/** Another process uses the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';

  constructor(
    dir: string,
    readonly pid: string,
  ) {
    super(
      `数据目录 ${dir} 正被进程 ${pid || '（未知）'} 使用，请先停止它。The folder is in use by process ${pid || 'unknown'}.`,
    );
  }
}

/**
 * Locks a folder for this process: two engines on one folder would destroy each other's data.
 *
 * @returns A function that releases the lock
 * @throws FolderInUse
 */
export async function lockFolder(dir: string): Promise<() => Promise<void>> {
  const address = addressOf(dir);
  for (let attempt = 1; ; attempt++) {
    const server = await listen(address);
    if (server) return () => new Promise((resolve) => server.close(() => resolve()));
    const pid = await askHolder(address);
    if (pid !== undefined || attempt === 3) throw new FolderInUse(dir, pid ?? '');
    // The holder has just ended, or was killed and left its socket file.
    if (path.isAbsolute(address) && process.platform !== 'win32') rmSync(address, { force: true });
  }
}
