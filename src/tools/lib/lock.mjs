import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * A socket as a lock: the system frees it when its process ends for any reason. Abstract on Linux and a named pipe on
 * Windows leave no file; elsewhere a stale file without a listener is removed.
 *
 * @param {string} name
 */
function address(name) {
  const id = `xinyu-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
  if (process.platform === 'linux') return `\0${id}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${id}` : path.join(os.tmpdir(), `${id}.sock`);
}

/**
 * @param {string} at
 * @returns {Promise<net.Server | undefined>} Undefined where another process has the lock
 */
function take(at) {
  return new Promise((resolve, reject) => {
    // Waiting processes stay connected; the end of the connection means that the lock is free.
    const server = net.createServer((socket) => {
      socket.unref();
      socket.on('error', () => socket.destroy());
      server.once('released', () => socket.destroy());
    });
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(at, () => resolve(server.unref()));
  });
}

/**
 * @param {string} at
 * @returns {Promise<void>} Resolves when the owner has released the lock or ended
 */
function released(at) {
  return new Promise((resolve) => {
    const socket = net.connect(at);
    socket.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'ECONNREFUSED' && path.isAbsolute(at) && process.platform !== 'win32')
        rmSync(at, { force: true });
    });
    socket.once('close', () => resolve());
    socket.resume();
  });
}

/**
 * Does the work while no other process does work under the same name.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] Called once while another process has the lock
 * @returns {Promise<T>}
 */
export async function exclusively(name, work, onWait) {
  const at = address(name);
  let server = await take(at);
  if (!server) onWait?.();
  while (!server) {
    await released(at);
    server = await take(at);
  }
  try {
    return await work();
  } finally {
    server.emit('released');
    server.close();
  }
}
