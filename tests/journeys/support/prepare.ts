import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { processRuns } from '../../support/process-runs.ts';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where this run of the browser tests keeps what it makes. */
    journeys: { seeded: string; data: string; shots: string };
  }
}

/** A folder for pictures, which stay after a failure until the next run. */
function folderOfShots(): string {
  const cache = path.resolve(import.meta.dirname, '../../../.cache');
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) {
    const pid = /^shots-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !processRuns(Number(pid)))
      rmSync(path.join(cache, name), { recursive: true, force: true });
  }
  return mkdtempSync(path.join(cache, `shots-${process.pid}-`));
}

/**
 * Once per run: a data folder with the demo tenants, which every test file gets a copy of, since making it takes
 * longest.
 */
export default async function prepare(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-journeys-'));
  const [seeded, data, shots] = [path.join(folder, 'seeded'), path.join(folder, 'data'), folderOfShots()];
  mkdirSync(data);
  const product = await startProduct(seeded);
  await product.stop();
  project.provide('journeys', { seeded, data, shots });
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    if (readdirSync(shots).length > 0) console.log(`截图和浏览器日志：${shots}`);
    else rmSync(shots, { recursive: true });
  };
}
