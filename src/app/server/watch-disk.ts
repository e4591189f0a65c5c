import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../../platform/http/server/log.ts';

const EVERY_MS = 60_000;
/** Warns from this share of the disk on, and again only after it has fallen below the second one. */
const FULL = { warns: 0.9, clears: 0.88 };

/** The used share of a file system, from 0 to 1, as `df` computes it. */
async function usedShare(dir: string): Promise<number> {
  const { blocks, bfree, bavail } = await statfs(dir);
  const used = blocks - bfree;
  return used / (used + bavail || 1);
}

/**
 * Measures the disk of the data folder every minute, for the metrics, and warns in the log when it is nearly full.
 *
 * @returns A function that stops it
 */
export async function watchDisk(
  dir: string,
  { log, metrics, measure = usedShare }: { log: Logger; metrics: Registry; measure?: typeof usedShare },
): Promise<() => Promise<void>> {
  const gauge = new Gauge({
    name: 'data_disk_used_ratio',
    help: 'Used share of the disk with the data folder',
    registers: [metrics],
  });
  let hasWarned = false;
  const look = async () => {
    try {
      const used = await measure(dir);
      gauge.set(used);
      if (used >= FULL.warns && !hasWarned)
        log.warn({ dir, used: Number(used.toFixed(3)) }, 'the disk of the data folder is nearly full');
      hasWarned = used >= (hasWarned ? FULL.clears : FULL.warns);
    } catch (error) {
      log.warn({ err: error, dir }, 'the disk of the data folder cannot be measured');
    }
  };
  await look();
  const timer = setInterval(() => void look(), EVERY_MS).unref();
  return async () => clearInterval(timer);
}
