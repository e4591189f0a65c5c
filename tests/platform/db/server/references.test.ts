import { describe, expect, it } from 'vitest';
import type { AdminRun } from '../../../../src/platform/db/server/database.ts';
import { useDatabase } from '../../../support/databases.ts';

/** References whose columns no index begins with. A partial index serves where it leaves out only rows without a value. */
const UNINDEXED = `
  select c.conrelid::regclass || ' ' || c.conname as name from pg_constraint c
  where c.contype = 'f' and c.conparentid = 0 and not exists (
    select from pg_index i where i.indrelid = c.conrelid
      and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
      and (select array_agg(i.indkey[n] order by i.indkey[n]) from generate_series(0, cardinality(c.conkey) - 1) n)
        = (select array_agg(k order by k) from unnest(c.conkey) k))
  order by 1`;

describe('references', () => {
  const db = useDatabase('embedded');

  it('have an index, so that removing a row does not read the tables that refer to it', async () => {
    const found = await db().admin((run: AdminRun) => run(UNINDEXED));
    expect(found).toEqual([]);
  });

  it('are named where they have none', async () => {
    const found = await db().admin(async (run) => {
      await run('begin');
      try {
        await run(
          'create table near_rows (org_id text not null references orgs, id text, far text references accounts)',
        );
        await run('create index on near_rows (org_id, far)');
        await run('create index on near_rows (far) where id is null');
        return await run(UNINDEXED);
      } finally {
        await run('rollback');
      }
    });
    expect(found).toEqual([{ name: 'near_rows near_rows_far_fkey' }]);
  });
});
