import { createLog } from '../../platform/http/server/log.ts';
import type { Mode } from './config/config.ts';
import { loadConfig } from './config/load.ts';
import { Lifecycle } from './lifecycle.ts';
import { bufferedOutput, type LogStream } from './log-stream.ts';
import { start } from './start.ts';
import { startWatchdog } from './watchdog.ts';

/**
 * JSON lines, buffered for a moment since one write per request costs more than the request. At a terminal the lines
 * are readable text.
 */
async function logStream(mode: Mode): Promise<LogStream> {
  if (mode !== 'production' && process.stdout.isTTY) {
    const { default: pretty } = await import('pino-pretty');
    return Object.assign(pretty({ sync: true, translateTime: 'SYS:HH:MM:ss', singleLine: true }), {
      settled: () => Promise.resolve(),
      flushSync: () => undefined,
    });
  }
  return bufferedOutput();
}

/**
 * Runs the server until a signal stops it.
 *
 * @param entries Folder of the built entries
 */
export async function serve(entries: string): Promise<void> {
  // Output that cannot be written, as on a full disk, must not end the service.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const config = loadConfig();
  const stream = await logStream(config.mode);
  const log = createLog(config.logLevel, stream);
  const lifecycle = new Lifecycle({ log, shutdown: config.shutdown, flush: () => stream.flushSync() });
  lifecycle.onClose(() => stream.settled());
  lifecycle.watch();
  // The command that started this process, and would start it again, has ended.
  if (process.connected) process.once('disconnect', () => void lifecycle.stop(0, 'its supervisor ended'));
  // A breakpoint of a debugger blocks the event loop too.
  if (config.mode !== 'development') lifecycle.onClose(startWatchdog(entries));
  try {
    const address = await start(config, log, lifecycle, entries);
    log.info({ address, mode: config.mode }, 'ready');
    if (config.mode === 'demo') console.log((await import('./demo/banner.ts')).demoBanner(address));
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}
