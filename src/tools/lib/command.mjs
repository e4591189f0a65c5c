import { constants } from 'node:os';
import { paint, Problem } from './say.mjs';

const lookMs = 200;

/**
 * Npm passes SIGTERM on to the shell it runs a script in, and some shells die of it without telling what they started.
 * Then nobody is left to stop this process, so it stops itself as if it had been told; once told by anybody it is not
 * told again, since a second time means at once.
 */
function endWithShell() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, lookMs).unref();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => {
      clearInterval(timer);
      // Listening took away what the signal does by itself.
      if (process.listenerCount(signal) === 0) process.exit(128 + constants.signals[signal]);
    });
}

/**
 * Runs a command's main function; a Problem ends it with its message and exit code 1.
 *
 * @param {() => Promise<void>} main
 */
export async function command(main) {
  endWithShell();
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Problem ? paint('red', error.message) : error);
    process.exitCode = 1;
  }
}
