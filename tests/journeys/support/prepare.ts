import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { processRuns } from '../../support/process-runs.ts';
import { startForJourneys } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The folder of this run of the browser tests. `seeded` appears once the demo is in it, or `failure` with the
     * reason why it never will.
     */
    journeys: { seeded: string; failure: string; data: string; shots: string };
  }
}

const root = path.resolve(import.meta.dirname, '../../..');
const cache = path.join(root, '.cache');

/** A folder for screenshots, which are kept after a failure until the next run. */
function folderOfShots(): string {
  for (const name of readdirSync(cache)) {
    const pid = /^shots-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !processRuns(Number(pid)))
      rmSync(path.join(cache, name), { recursive: true, force: true });
  }
  return mkdtempSync(path.join(cache, `shots-${process.pid}-`));
}

/** What the demo's rows depend on: the built server, the files that it reads, and the day, which its dates refer to. */
function fingerprint(): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
  const hash = createHash('sha256')
    .update(today)
    .update(readFileSync(path.join(import.meta.dirname, 'product.ts')));
  const read = [
    ['dist/server', /\.js$/],
    ['src', /\.sql$/],
    ['schemas', /\.json$/],
    ['policies', /\.(csv|conf)$/],
  ] as const;
  for (const [folder, ending] of read)
    for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (ending.test(name)) hash.update(name).update(readFileSync(path.join(root, folder, name)));
  return hash.digest('hex').slice(0, 16);
}

const all = path.join(cache, 'journeys');

/** Makes the data folder with the demo tenants, which the test files copy. Only that of the last fingerprint is kept. */
async function seed(seeded: string): Promise<void> {
  if (existsSync(seeded)) return;
  mkdirSync(all, { recursive: true });
  const before = readdirSync(all);
  const made = mkdtempSync(path.join(all, `new-${process.pid}-`));
  const product = await startForJourneys(made);
  await product.stop();
  // Another run may have been first.
  if (existsSync(seeded)) rmSync(made, { recursive: true, force: true });
  else renameSync(made, seeded);
  for (const name of before) {
    const pid = /^new-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || !processRuns(Number(pid)))
      rmSync(path.join(all, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Once per run. The demo is made while other tests run; a journey waits for it (`waitForSeed`). */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  mkdirSync(cache, { recursive: true });
  const shots = folderOfShots();
  const data = mkdtempSync(path.join(os.tmpdir(), 'xinyu-journeys-'));
  const [seeded, failure] = [path.join(all, fingerprint()), path.join(data, 'no-seed')];
  const seeding = seed(seeded).catch((error: unknown) => writeFileSync(failure, String(error)));
  project.provide('journeys', { seeded, failure, data, shots });
  return async () => {
    await seeding;
    rmSync(data, { recursive: true, force: true, maxRetries: 3 });
    if (readdirSync(shots).length > 0) console.log(`截图和浏览器日志：${shots}`);
    else rmSync(shots, { recursive: true });
  };
}
