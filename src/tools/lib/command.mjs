import { constants } from 'node:os';
import { paint, Problem } from './say.mjs';

const lookMs = 200;

/**
 * Npm passes SIGTERM on to the shell of a script, and some shells exit without passing it on to their children. Nothing
 * could then stop this process, so it sends the signal to itself; after a received signal it does not, because a second
 * signal means an immediate exit.
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
      // A listener replaces the default action of the signal.
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
