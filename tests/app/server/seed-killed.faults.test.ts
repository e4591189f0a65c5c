import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { holdsDemoData, seedDemo } from '../../../src/app/server/demo/seed.ts';
import { features } from '../../../src/app/server/features.ts';
import type { Database } from '../../../src/platform/db/server/database.ts';
import { openDatabase } from '../../../src/platform/db/server/open.ts';
import { freshDatabase } from '../../support/databases.ts';
import { times } from '../../support/faults.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const plain = { features, now: NOW, hashPassword: async (digest: string) => `hash of ${digest}` };
/** The statements before which a seed is killed. */
const LAST = ['commit', 'insert into students', 'insert into accounts'];

const rowsOf = async (db: Database, table: string): Promise<number> => {
  const [row] = await db.admin((run) => run(`select count(*)::int as n from ${table}`));
  return Number(row?.n);
};

describe('a seed that is killed', () => {
  const { entries } = inject('databases');
  const cleanUp: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const work of cleanUp) await work();
  });

  it.each(LAST.slice(0, times(1, LAST.length)))(
    'leaves nothing when it is killed before %j, and completes the next time',
    async (last) => {
      const fresh = await freshDatabase('embedded');
      cleanUp.push(() => fresh.remove());
      const { signal } = spawnSync(
        process.execPath,
        [path.join(entries, 'seed-and-die.js'), fresh.options.dir ?? '', entries, last],
        { stdio: 'inherit' },
      );
      expect(signal).toBe('SIGKILL');
      const db = await openDatabase(fresh.options);
      cleanUp.unshift(() => db.close());
      expect(await holdsDemoData(db)).toBe(false);
      expect(await rowsOf(db, 'accounts')).toBe(0);
      expect(await rowsOf(db, 'orgs')).toBe(0);
      expect(await rowsOf(db, 'students')).toBe(0);
      expect(await seedDemo(db, plain)).toBe('seeded');
      expect(await rowsOf(db, 'students')).toBeGreaterThan(1620);
    },
  );
});
