import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { say } from './say.mjs';

/**
 * @typedef {object} Postgres
 * @property {{ TEST_DATABASE_URL: string }} env
 * @property {(keep?: string) => Promise<void>} stop Ends it and removes its data, after a copy to the folder `keep`
 */

const startTimeoutMs = 30_000;

/** @returns {string | undefined} The folder with the programs of the newest PostgreSQL installed */
export function installedPrograms() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((program) => existsSync(path.join(folder, program))));
}

/**
 * PostgreSQL refuses to run as root: then it runs as its own user. @returns {{ uid?: number, gid?: number } |
 * undefined} undefined where no such user exists
 */
export function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** @returns {string | undefined} The version output of the installed PostgreSQL; undefined where it is not installed */
export function postgresVersion() {
  const programs = installedPrograms();
  return programs && execFileSync(path.join(programs, 'postgres'), ['--version'], { encoding: 'utf8' }).trim();
}

/** Copies a data folder with its owner, which `fs.cp` does not keep. @param {string} from @param {string} to */
const copyData = (from, to) => execFileSync('cp', ['-a', from, to]);

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/**
 * @param {import('node:child_process').ChildProcess} child @returns {Promise<void>} rejects with its log where it ends
 *   or takes too long
 */
function ready(child) {
  return new Promise((resolve, reject) => {
    let log = '';
    const fail = () => reject(new Error(`PostgreSQL: ${log.trim()}`));
    const timer = setTimeout(fail, startTimeoutMs);
    child.once('error', reject).once('exit', fail);
    child.stderr?.on('data', (chunk) => {
      log = (log + chunk).slice(-4000);
      if (!log.includes('ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * A separate PostgreSQL for one run of the tests, from the installed version; its data are deleted afterwards.
 * TEST_DATABASE_URL names another server to use instead.
 *
 * @param {string} [from] A data folder that `stop` kept, to start with a copy of
 * @returns {Promise<Postgres | undefined>} Undefined where none is installed
 */
export async function startPostgres(from) {
  if (process.env.TEST_DATABASE_URL)
    return { env: { TEST_DATABASE_URL: process.env.TEST_DATABASE_URL }, stop: async () => {} };
  const programs = installedPrograms();
  const user = unprivileged();
  if (!programs || !user) {
    say('没有可用的 PostgreSQL，服务器测试只在内嵌数据库上运行。');
    return undefined;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-pg-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  const quit = () => {
    child?.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', quit);
  try {
    const port = await freePort();
    if (from) copyData(from, data);
    else
      execFileSync(
        path.join(programs, 'initdb'),
        ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
        { ...user, cwd: folder, stdio: 'pipe' },
      );
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'fsync=off',
      'max_connections=100',
    ];
    child = spawn(path.join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit');
    await ready(child);
    say(`PostgreSQL：${programs}，端口 ${port}`);
    return {
      env: { TEST_DATABASE_URL: `postgresql://postgres@127.0.0.1:${port}/postgres` },
      stop: async (keep) => {
        // Only an orderly end leaves data that can be copied.
        child?.kill(keep ? 'SIGINT' : 'SIGQUIT');
        await ended;
        process.off('exit', quit);
        if (keep) copyData(data, keep);
        quit();
      },
    };
  } catch (error) {
    process.off('exit', quit);
    quit();
    say(
      `PostgreSQL 没能启动，服务器测试只在内嵌数据库上运行：${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}
