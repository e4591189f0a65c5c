// Starts the watchdog with a short limit and then, on a message, blocks its event loop for good.
import { startWatchdog } from '../../../../src/app/server/watchdog.ts';

const [entries = '', limitMs = ''] = process.argv.slice(2);
startWatchdog(entries, Number(limitMs));
process.stdin.once('data', () => {
  for (;;);
});
process.stdout.write('ready\n');
