// Starts the watchdog with a short limit, prints as long as its event loop runs, and blocks it for good on a message.
import { startWatchdog } from '../../../../src/app/server/watchdog.ts';

const [entries = '', limitMs = ''] = process.argv.slice(2);
startWatchdog(entries, Number(limitMs));
process.stdin.once('data', () => {
  for (;;);
});
setInterval(() => process.stdout.write('.'), Number(limitMs) / 20);
