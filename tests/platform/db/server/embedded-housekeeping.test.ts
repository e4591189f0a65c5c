import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../../../src/platform/db/server/embedded/engine.ts';
import { Housekeeping } from '../../../../src/platform/db/server/embedded/housekeeping.ts';
import { freshDatabase, type FreshDatabase } from '../../../support/databases.ts';

const limits = { walBytes: 2 ** 20, checkpointMs: 300_000, vacuumMs: 30_000 };

describe('the housekeeping of the embedded engine', () => {
  let fresh: FreshDatabase;
  let engine: PGlite;
  let now = 0;
  let housekeeping: Housekeeping;
  beforeAll(async () => {
    fresh = await freshDatabase('embedded');
    engine = await openEngine(path.join(fresh.options.dir ?? '', 'cluster'));
    await engine.exec('create table filled (id int primary key, body text)');
    housekeeping = new Housekeeping(engine, limits, () => now);
    await housekeeping.checkpoint();
  });
  afterAll(async () => {
    await engine.close();
    await fresh.remove();
  });

  const checkpointed = async () =>
    (await engine.query<{ at: string }>('select redo_lsn::text as at from pg_control_checkpoint()')).rows[0]?.at;
  const fill = (rows: number) =>
    engine.exec(
      `insert into filled select coalesce(max(f.id), 0) + i, repeat('x', 500) from generate_series(1, ${rows}) i left join filled f on true group by i on conflict do nothing`,
    );
  const filledStats = async () =>
    (
      await engine.query<{ dead: number; estimate: number }>(
        "select pg_stat_get_dead_tuples(oid)::int as dead, reltuples::int as estimate from pg_class where relname = 'filled'",
      )
    ).rows[0];

  it('checkpoints after much WAL, but not after a little', async () => {
    const before = await checkpointed();
    await fill(10);
    await housekeeping.tick();
    expect(await checkpointed()).toBe(before);
    await fill(4000);
    await housekeeping.tick();
    expect(await checkpointed()).not.toBe(before);
  });

  it('checkpoints a little WAL after five minutes, and never without WAL', async () => {
    await housekeeping.tick();
    const before = await checkpointed();
    now += limits.checkpointMs;
    await housekeeping.checkpoint();
    const quiet = await checkpointed();
    now += limits.checkpointMs;
    await housekeeping.tick();
    expect(await checkpointed()).not.toBe(before);
    await housekeeping.checkpoint();
    await fill(1);
    now += limits.checkpointMs;
    await housekeeping.tick();
    expect(await checkpointed()).not.toBe(quiet);
  });

  it('vacuums and analyses a much-changed table on schedule', async () => {
    await engine.exec(
      "truncate filled; insert into filled select i, '' from generate_series(1, 5000) i; update filled set body = 'y'",
    );
    now += limits.vacuumMs - 1;
    await housekeeping.tick();
    expect((await filledStats())?.estimate).not.toBe(5000);
    now += 1;
    await housekeeping.tick();
    expect(await filledStats()).toEqual({ dead: 0, estimate: 5000 });
  });

  it('runs with fsync', async () => {
    expect(
      (
        await engine.query<{ setting: string }>(
          "select setting from pg_settings where name in ('fsync', 'wal_sync_method', 'full_page_writes') order by name",
        )
      ).rows.map(({ setting }) => setting),
    ).toEqual(['on', 'on', 'fsync']);
  });
});
