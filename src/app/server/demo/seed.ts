import { sql } from 'kysely';
import type { AdminRun, Database } from '../../../platform/db/server/database.ts';
import { qb } from '../../../platform/db/server/query-builder.ts';
import { buildDemo } from '../../../platform/demo/server/build.ts';
import { demoParts, type DemoFeatures } from '../../../platform/demo/server/order.ts';
import type { DemoRows } from '../../../platform/demo/server/rows.ts';
import type { DemoPlan } from '../../../platform/demo/server/tenant-spec.ts';
import { passwordDigest } from '../../../platform/signing/mac.ts';
import { DEMO_PASSWORD } from './logins.ts';
import { DEMO } from './tenants.ts';

/** The row of `installation` that marks a seeded database; its value is the version of the demo data. */
const MARK = { key: 'demo', value: '1' };
/** Rows per statement: enough to make the overhead small, few enough to keep the text small. */
const CHUNK = 2000;

export interface SeedParts {
  /** What brings rows. */
  features: DemoFeatures;
  /** Default: the demo tenants. */
  plan?: DemoPlan;
  /** Milliseconds since the epoch; the ends of service count from it. */
  now: number;
  /** Hashes a password digest as accounts store it; called once. */
  hashPassword(digest: string): Promise<string>;
}

/** `seeded` now, `present` since before, or `occupied`: the database has other accounts and is unchanged. */
export type SeedOutcome = 'seeded' | 'present' | 'occupied';

/** Whether the database has the demo tenants, whose passwords are public. */
export async function holdsDemoData(db: Database): Promise<boolean> {
  const [rows] = await db.read({ orgId: null, userId: null }, [
    sql<{ key: string }>`select key from installation where key = ${MARK.key}`.compile(qb),
  ]);
  return rows.length > 0;
}

/** @param table A trusted name, as are the rows' keys */
export async function insertAll(run: AdminRun, table: string, rows: readonly object[]): Promise<void> {
  const columns = [...new Set(rows.flatMap(Object.keys))].join(', ');
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = JSON.stringify(rows.slice(from, from + CHUNK));
    await run(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [chunk],
    );
  }
}

/** The tables of one tenant, under its row-level security: the login role may be one that is subject to it. */
export async function insertTenant(run: AdminRun, orgId: string, tables: Partial<DemoRows>): Promise<void> {
  await run("select set_config('app.org_id', $1, true)", [orgId]);
  for (const [table, rows] of Object.entries<object[]>({ ...tables })) await insertAll(run, table, rows);
  // Deferred triggers write as well, and at the commit they would run under the last tenant.
  await run('set constraints all immediate; set constraints all deferred');
}

async function seedInTransaction(
  run: AdminRun,
  { features, plan = DEMO, now, hashPassword }: SeedParts,
): Promise<SeedOutcome> {
  // Of two concurrent processes, the second waits here for the first one's commit.
  const marked = await run(
    'insert into installation (key, value) values ($1, $2) on conflict do nothing returning key',
    [MARK.key, MARK.value],
  );
  if (marked.length === 0) return 'present';
  const others = await run('select from accounts limit 1');
  if (others.length > 0) return 'occupied';
  const hash = await hashPassword(passwordDigest(DEMO_PASSWORD));
  const { accounts, tenants } = buildDemo(await demoParts(features), plan, now, hash);
  await insertAll(run, 'accounts', accounts);
  for (const [orgId, tables] of tenants) await insertTenant(run, orgId, tables);
  // The first lists would otherwise be planned as for empty tables.
  const tables = new Set([...tenants.values()].flatMap((rows) => Object.keys(rows)));
  await run(`analyze accounts, grams, ${[...tables].join(', ')}`);
  return 'seeded';
}

/**
 * Creates the demo tenants (`api.md`, the demo tenants) in an empty database. One transaction: a killed process leaves
 * nothing behind.
 */
export const seedDemo = (db: Pick<Database, 'admin'>, parts: SeedParts): Promise<SeedOutcome> =>
  db.admin(async (run) => {
    await run('begin');
    try {
      const outcome = await seedInTransaction(run, parts);
      await run(outcome === 'seeded' ? 'commit' : 'rollback');
      return outcome;
    } catch (error) {
      await run('rollback').catch(() => undefined);
      throw error;
    }
  });
