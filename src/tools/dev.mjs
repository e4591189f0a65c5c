// npm run dev: the portal with hot reload on PORT, and behind it the server, built again and restarted when it changes.
import './lib/node-version.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { forget, targets } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { requireFreePort } from './lib/port.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { paint, say } from './lib/say.mjs';

const host = '127.0.0.1';
/** Paths that the server answers itself; all others are the portal's. */
const served = '^/(v1|v2|dev|healthz|readyz|metrics|openapi\\.json)(/|$|\\?)';
/** Editors save in several steps, and a save touches several files. */
const settleMs = 150;

/** @param {number} port */
const isReady = (port) =>
  fetch(`http://${host}:${port}/readyz`).then(
    (response) => response.ok,
    () => false,
  );

/**
 * @param {number} port @returns the server as a child process; a restart waits for the old process to end, because its
 *   data has one owner
 */
function server(port) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {Promise<void>} */
  let queue = Promise.resolve();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  /** @param {() => void} [onReady] */
  const start = async (onReady) => {
    const env = { ...process.env, XINYU_MODE: 'development', PORT: String(port) };
    // In its own process group it does not receive Ctrl-C in addition to the signal sent here: a second signal would
    // end it without finishing.
    const detached = process.platform !== 'win32';
    child = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
      cwd: root,
      env,
      detached,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('exit', (code) => {
      if (code) console.error(paint('red', `服务器已退出（${code}），修改后会重新启动`));
    });
    if (!onReady) return;
    while (child.exitCode === null && !(await isReady(port))) await delay(settleMs);
    onReady();
  };
  return {
    /** @param {() => void} [onReady] Called when the new one answers */
    restart(onReady) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        queue = queue.then(stop).then(() => start(onReady));
      }, settleMs);
    },
    async stop() {
      clearTimeout(timer);
      await queue;
      await stop();
    },
  };
}

await command(async () => {
  const port = await requireFreePort(process.env.PORT || '8200', host);
  const apiPort = await requireFreePort(process.env.API_PORT || String(port + 1), host);
  await ensureInstalled();
  const vite = await import('vite');
  const api = server(apiPort);

  // A build for development is not stamped: `npm start` builds again.
  for (const target of targets.filter(({ name }) => name === 'server')) forget(root, target);
  const built = await vite.build({ root, mode: 'server', logLevel: 'warn', build: { watch: {} } });
  if (!('on' in built)) throw new Error('vite did not watch');
  built.on('event', (event) => {
    if (event.code === 'BUNDLE_END') api.restart();
  });

  const web = await vite.createServer({
    configFile: path.join(root, 'vite.config.ts'),
    clearScreen: false,
    server: {
      host,
      port,
      strictPort: true,
      proxy: { [served]: { target: `http://${host}:${apiPort}`, changeOrigin: false } },
    },
  });
  await web.listen();
  // The server reads these when it starts, and the browser gets what follows from them from the server.
  const reload = () => web.ws.send({ type: 'full-reload' });
  for (const folder of ['schemas', 'policies'].map((name) => path.join(root, name)).filter(existsSync))
    watch(folder, { recursive: true }, () => api.restart(reload));

  say(`门户：http://${host}:${port}  接口：http://${host}:${apiPort}  (Ctrl-C 结束)`);
  const end = () => {
    void Promise.all([web.close(), built.close(), api.stop()]).finally(() => process.exit(0));
  };
  process.once('SIGINT', end).once('SIGTERM', end);
});
