import { setTimeout as wait } from 'node:timers/promises';
import type { BenchDatabase } from './databases.ts';
import { startProduct } from './product.ts';

const STARTS = 5;
/** Milliseconds after which the start is complete. */
const SETTLE_MS = 2000;

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Warm starts: milliseconds until ready, and memory of the idle process. */
export async function startUp(database: BenchDatabase): Promise<{ readyMs: number; idleMiB?: number }> {
  const times: number[] = [];
  let idleMiB: number | undefined;
  for (let i = 0; i < STARTS; i++) {
    const server = await startProduct(database.env);
    times.push(server.readyMs);
    if (i === STARTS - 1) {
      await wait(SETTLE_MS);
      idleMiB = server.memory();
    }
    await server.stop();
  }
  return { readyMs: median(times), idleMiB };
}
