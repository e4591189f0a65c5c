import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** How long the holder of a lock may take to tell its process id. */
const answerLimitMs = 2000;

/**
 * A socket that stands for a folder, whatever path leads there. The system frees it with its process, however that
 * ended: abstract on Linux and a named pipe on Windows leave nothing behind; elsewhere it is a file, and one that
 * nobody answers at is removed.
 */
function addressOf(dir: string): string {
  const { dev, ino } = statSync(dir, { bigint: true });
  const name = `xinyu-db-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), `${name}.sock`);
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;

/** Undefined where another process holds the address. To whoever asks there it tells the process id. */
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

/** The process id of the holder; empty where it is too busy to tell, undefined where nobody is there any more. */
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

/** The folder is another process's. */
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
 * Takes a folder for this process: two engines on one folder would destroy each other's data without noticing.
 *
 * @returns A function that frees it
 * @throws FolderInUse
 */
export async function lockFolder(dir: string): Promise<() => Promise<void>> {
  const address = addressOf(dir);
  for (let attempt = 1; ; attempt++) {
    const server = await listen(address);
    if (server) return () => new Promise((resolve) => server.close(() => resolve()));
    const pid = await askHolder(address);
    if (pid !== undefined || attempt === 3) throw new FolderInUse(dir, pid ?? '');
    // The holder has just gone, or was killed and left its file.
    if (path.isAbsolute(address) && process.platform !== 'win32') rmSync(address, { force: true });
  }
}
