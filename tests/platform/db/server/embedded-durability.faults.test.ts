import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkDurable } from '../../../../src/platform/db/server/embedded/engine.ts';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import { freshDatabase, type FreshDatabase } from '../../../support/databases.ts';
import { times } from '../../../support/faults.ts';
import { SHORT_LIVED } from '../../../support/process.ts';
import { fixedRandom } from '../../../support/random.ts';

const { entries } = inject('databases');
const KILLS = times(4, 100);
const noTenant = { orgId: null, userId: null };

describe('acknowledged rows', () => {
  let fresh: FreshDatabase;
  beforeAll(async () => {
    fresh = await freshDatabase('embedded');
  });
  afterAll(() => fresh.remove());

  it(`survive ${KILLS} kills at random moments, and transactions stay whole`, async () => {
    const dir = fresh.options.dir ?? '';
    const random = fixedRandom(20_260_901);
    const acknowledged = new Set<number>();
    for (let kill = 0; kill < KILLS; kill++) {
      const writer = spawn(
        process.execPath,
        [...SHORT_LIVED, path.join(entries, 'acknowledging-writer.js'), dir, entries, String(kill * 1_000_000)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const pairs = await killAfter(writer, 1 + Math.floor(random() * 60));
      for (const pair of pairs) acknowledged.add(pair);
    }
    const db = await openDatabase(fresh.options);
    const [pairs] = await db.read(noTenant, [
      CompiledQuery.raw('select pair, count(*) as halves from acknowledged group by pair') as CompiledQuery<{
        pair: number;
        halves: number;
      }>,
    ]);
    await db.close();
    const stored = new Set(pairs.map(({ pair }) => pair));
    expect([...acknowledged].filter((pair) => !stored.has(pair))).toEqual([]);
    expect(pairs.filter(({ halves }) => halves !== 2)).toEqual([]);
  }, 600_000);
});

/** Kills the process as soon as `count` transactions are acknowledged. @returns the acknowledged transactions */
async function killAfter(writer: ChildProcess, count: number): Promise<number[]> {
  let output = '';
  // The last line may be cut off.
  const lines = () => output.split('\n').slice(0, -1);
  writer.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (lines().length >= count) writer.kill('SIGKILL');
  });
  const [code, signal] = (await once(writer, 'close')) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error(`the writer ended by itself (${code ?? signal})`);
  return lines().map(Number);
}

describe('the check at the start', () => {
  it('refuses an engine that does not fsync', async () => {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'xinyu-lazy-'));
    const lazy = await PGlite.create(`file://${dir}/cluster`);
    await expect(checkDurable(lazy, () => 0)).rejects.toThrow('does not fsync');
    expect(lazy.closed).toBe(true);
    rmSync(dir, { recursive: true, force: true });
  });
});
