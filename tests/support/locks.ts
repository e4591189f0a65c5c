import { expect } from 'vitest';
import type { Database } from '../../src/platform/db/server/database.ts';

/** Resolves when a connection waits for a lock that another one holds. The embedded engine has one connection. */
export async function waitForLock(db: Database): Promise<void> {
  if (db.kind === 'embedded') return;
  await expect
    .poll(() =>
      db.admin((run) =>
        run("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
      ),
    )
    .not.toHaveLength(0);
}
