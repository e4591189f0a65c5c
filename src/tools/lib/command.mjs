import { paint, Problem } from './say.mjs';

const lookMs = 200;

/**
 * npm passes SIGTERM on to the shell it runs a script in, and some shells die of it without telling what they started.
 * Then nobody is left to stop this process, so it stops itself as if it had been told.
 */
function endWithShell() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, lookMs).unref();
}

/**
 * Runs a command's main function; a Problem ends it with its message and exit code 1.
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
