import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './root.mjs';

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] Added to this process's environment
 * @property {boolean} [quiet] Swallow the output
 * @property {number} [timeoutMs] Ended after this long, and then a failure
 */

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM']);

/** The programs that run at this moment. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** @param {NodeJS.Signals} signal */
function stopAll(signal) {
  for (const child of running) child.kill(signal);
  process.exit(128 + constants.signals[signal]);
}

/**
 * Runs a program in the project's folder with its output streaming through. Stop signals are passed on, so that no
 * process is left behind.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>} Its exit code; 127 where it could not be started, 128 + signal where one ended it
 */
export function run(file, args, { env, quiet = false, timeoutMs } = {}) {
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
  });
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          console.error(`超过 ${timeoutMs / 60_000} 分钟，已终止 (timed out)`);
          child.kill('SIGKILL');
        }, timeoutMs);
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, stopAll);
  running.add(child);
  return new Promise((resolve) => {
    /** @param {number} code */
    const done = (code) => {
      clearTimeout(timer);
      running.delete(child);
      if (running.size === 0) for (const signal of SIGNALS) process.off(signal, stopAll);
      resolve(code);
    };
    child.once('error', () => done(127));
    child.once('exit', (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/**
 * Runs a script with the Node that runs this one.
 *
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export const runNode = (args, options) => run(process.execPath, args, options);

/**
 * Runs npm: the one that started this command where there is one, so that no shell and no `npm.cmd` is involved.
 *
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function runNpm(args, options) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('npm-cli.js')) return runNode([cli, ...args], options);
  return process.platform === 'win32'
    ? run('cmd.exe', ['/d', '/c', 'npm', ...args], options)
    : run('npm', args, options);
}
