import { spawn } from 'node:child_process';
import { root } from './root.mjs';
import { paint } from './say.mjs';

/** Starts again after so many crashes within the window; a process that crashes more often needs a person. */
const CRASHES = { most: 5, withinMs: 10 * 60_000 };

/**
 * Runs a script in a process of its own and starts it again where it is killed without this command's doing: by its
 * watchdog, or by the system. Signals are passed on, and the process ends with this one.
 *
 * @param {string[]} args Script and arguments
 * @returns {Promise<number>} Its exit code
 */
export async function supervise(args) {
  /** @type {number[]} */
  const crashes = [];
  for (;;) {
    const { code, crashed } = await runOnce(args);
    if (!crashed) return code;
    const now = Date.now();
    crashes.push(now);
    if (crashes.filter((at) => now - at < CRASHES.withinMs).length >= CRASHES.most) {
      console.error(paint('red', '服务在十分钟内多次异常结束，不再重新启动。It crashed too often.'));
      return code;
    }
    console.error(paint('yellow', '服务异常结束，正在重新启动…… Restarting.'));
  }
}

/**
 * @param {string[]} args
 * @returns {Promise<{ code: number; crashed: boolean }>}
 */
function runOnce(args) {
  // A group of its own, so that a terminal sends Ctrl+C to this process only; the channel shows the child when it ends.
  const child = spawn(process.execPath, args, {
    cwd: root,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let isStopping = false;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    isStopping = true;
    child.kill(signal);
  };
  process.on('SIGINT', pass).on('SIGTERM', pass);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      resolve({ code: code ?? 1, crashed: signal !== null && !isStopping });
    });
  });
}
