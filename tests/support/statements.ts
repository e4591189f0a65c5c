import { expect } from 'vitest';
import type { Database } from '../../src/platform/db/server/database.ts';

/** Distinct statements on a tenant's table that do not name the tenant; empty at the end of every test file. */
const violations = new Set<string>();

/** Tables without a tenant in their key, except that their own key is the organisation. */
const REFERENCE_TABLES: ReadonlySet<string> = new Set(['orgs']);

/** Statements that query all tenants on purpose. Accounts belong to people and not to tenants. */
const ACROSS_TENANTS: readonly RegExp[] = [
  // Whether an account holds a membership anywhere, and as which identity.
  /"memberships" where "user_id" = \$\d+/,
  /from memberships m where m\.user_id = accounts\.user_id/,
];

const TABLE = /\b(?:from|join|update|into)\s+(?:only\s+)?"?([a-z_]+)"?/gi;

/** Tables of tenants in a statement. */
export function tenantTablesIn(sql: string, tenantTables: ReadonlySet<string>): string[] {
  const found = [...sql.matchAll(TABLE)].map(([, table = '']) => table.toLowerCase());
  return [...new Set(found)].filter((table) => tenantTables.has(table) && !REFERENCE_TABLES.has(table));
}

/**
 * Reads every statement that the product sends to this database. A statement on a tenant's table must name `org_id`:
 * row-level security would filter without it, but a database that is distributed by tenant would have to query all
 * nodes.
 */
export async function watchStatements(db: Database): Promise<void> {
  const rows = await db.admin((run) =>
    run("select table_name from information_schema.columns where table_schema = 'public' and column_name = 'org_id'"),
  );
  const tenantTables = new Set(rows.map((row) => String(row['table_name'])));
  db.onStatement(({ sql }) => {
    const tables = tenantTablesIn(sql, tenantTables);
    const named = /\borg_id\b/.test(sql) || ACROSS_TENANTS.some((pattern) => pattern.test(sql));
    if (tables.length > 0 && !named) violations.add(`${tables.join(', ')}: ${sql}`);
  });
}

let attacks = false;

/** For a test file that sends statements without the tenant itself, to prove that row-level security refuses them. */
export function sendsAttacks(): void {
  attacks = true;
}

/** Fails where a statement since the last call violated the rule. */
export function expectNoViolations(): void {
  const found = [...violations];
  violations.clear();
  const expected = attacks ? found : [];
  attacks = false;
  expect(found, 'statements on tenants’ tables without org_id').toEqual(expected);
}
