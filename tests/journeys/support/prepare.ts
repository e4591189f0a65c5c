import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where this run of the browser tests keeps what it makes. */
    journeys: { seeded: string; data: string; shots: string };
  }
}

/**
 * Once per run: a data folder with the demo tenants, which every test file gets a copy of, since making it takes
 * longest.
 */
export default async function prepare(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-journeys-'));
  const [seeded, data, shots] = [path.join(folder, 'seeded'), path.join(folder, 'data'), path.join(folder, 'shots')];
  for (const made of [data, shots]) mkdirSync(made);
  const product = await startProduct(seeded);
  await product.stop();
  project.provide('journeys', { seeded, data, shots });
  return () => {
    const kept = readdirSync(shots).length > 0;
    for (const unwanted of kept ? [seeded, data] : [folder]) rmSync(unwanted, { recursive: true, force: true });
    if (kept) console.log(`截图和浏览器日志：${shots}`);
  };
}
