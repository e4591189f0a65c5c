import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, cp } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../../..');
const startLimitMs = 300_000;

/** The built server, running as in production use. */
export interface Product {
  readonly origin: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Its output so far. */
  output(): string;
  /** Sends the stop signal and waits; its exit code, or null where a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const isReady = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
};

/**
 * Starts the demo over a data folder, which it fills if it is empty, and waits until it answers.
 *
 * @param flags Of Node; by default those of production
 */
export async function startProduct(
  dataDir: string,
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<Product> {
  const main = path.join(root, 'dist/server/main.js');
  if (!existsSync(main)) throw new Error('dist/server/main.js is missing: npm run build');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  // Whatever the environment contains, this process is a demo over its own folder.
  const own = {
    NODE_ENV: 'production',
    XINYU_MODE: 'demo',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    REDIS_URL: '',
  };
  const child = spawn(process.execPath, ['--enable-source-maps', ...flags, main], {
    cwd: root,
    env: { ...process.env, ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  const running = () => child.exitCode === null && child.signalCode === null;
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (running()) child.kill(signal);
    await ended;
    return child.exitCode;
  };
  const deadline = performance.now() + startLimitMs;
  while (!(await isReady(origin))) {
    if (!running() || performance.now() > deadline) {
      await stop('SIGKILL');
      throw new Error(`the server did not become ready:\n${output}`);
    }
    await delay(50);
  }
  return { origin, dataDir, pid: child.pid ?? 0, output: () => output, stop };
}

/**
 * Starts the demo for journeys, which saves CPU time where it is not their subject: code is compiled once and not
 * optimised, neither the server's nor that of the embedded engine, and passwords have the weakest hash that the
 * settings allow.
 */
export const startForJourneys = (dataDir: string): Promise<Product> =>
  startProduct(dataDir, { ARGON2_MEMORY_KIB: '8192', ARGON2_PASSES: '1' }, ['--liftoff-only', '--no-opt']);

/** A copy of a data folder; shares blocks if the file system can. */
export const copyData = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
