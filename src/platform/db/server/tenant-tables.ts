import type { AdminRun } from './database.ts';
import type { RowsWhere } from './json-rows.ts';
import { CONTENT, contentOf, type TableContent } from './read-tables.ts';

/** A table with rows of organisations, and its column with their id. */
export interface TenantTable {
  readonly name: string;
  readonly column: 'org_id' | 'tenant';
}

const TABLES = `
  select c.oid::regclass::text as name, a.attname as column
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('org_id', 'tenant') and not a.attisdropped
  where n.nspname = 'public' and c.relkind = 'r' order by 1`;

/** References that are checked at once; those that are checked with the commit allow any order. */
const REFERENCES = `
  select conrelid::regclass::text as from_table, confrelid::regclass::text as to_table
  from pg_constraint where contype = 'f' and not condeferred and connamespace = 'public'::regnamespace`;

/** The tables of organisations, each after those that it refers to. */
export interface TenantTables {
  readonly tables: readonly TenantTable[];
  /** Tables whose rows refer to rows of the same table. */
  readonly selfReferring: ReadonlySet<string>;
}

/** @throws Error where references that are checked at once form a circle */
function inOrder(tables: readonly TenantTable[], parents: ReadonlyMap<string, ReadonlySet<string>>): TenantTable[] {
  const ordered: TenantTable[] = [];
  const placed = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name }) => !placed.has(name) && [...(parents.get(name) ?? [])].every((parent) => placed.has(parent)),
    );
    if (next.length === 0) throw new Error('tables of organisations refer to each other in a circle');
    for (const table of next) placed.add(table.name);
    ordered.push(...next);
  }
  return ordered;
}

/** Reads the catalogue: every table with a column `org_id`, and those outside row-level security with a `tenant`. */
export async function readTenantTables(run: AdminRun): Promise<TenantTables> {
  const tables = (await run(TABLES)).map(({ name, column }) => ({
    name: String(name),
    column: column === 'tenant' ? ('tenant' as const) : ('org_id' as const),
  }));
  const names = new Set(tables.map(({ name }) => name));
  const parents = new Map<string, Set<string>>();
  const selfReferring = new Set<string>();
  for (const row of await run(REFERENCES)) {
    const [from, to] = [String(row['from_table']), String(row['to_table'])];
    if (from === to) selfReferring.add(from);
    else if (names.has(to)) parents.set(from, (parents.get(from) ?? new Set()).add(to));
  }
  return { tables: inOrder(tables, parents), selfReferring };
}

export const rowsOf = ({ column }: TenantTable, orgId: string): RowsWhere => ({ column, value: orgId });

/** Reads all tables in one statement: a message for each of them takes longer than most of the reads. */
const ofEach = (tables: readonly TenantTable[], columns: string): string =>
  tables
    .map(({ name, column }) => `select '${name}' as name, ${columns} from only ${name} t where ${column} = $1`)
    .join(' union all ');

/** What each table holds of one organisation; tables without a row of it are left out. */
export async function readTenant(
  run: AdminRun,
  tables: readonly TenantTable[],
  orgId: string,
): Promise<Record<string, TableContent>> {
  const contents = (await run(ofEach(tables, CONTENT), [orgId])).map(
    (row) => [String(row['name']), contentOf(row)] as const,
  );
  return Object.fromEntries(contents.filter(([, { rows }]) => rows > 0));
}

/** How many rows each table has of one organisation; tables without one are left out. */
export async function countTenant(
  run: AdminRun,
  tables: readonly TenantTable[],
  orgId: string,
): Promise<Record<string, number>> {
  const counts = (await run(ofEach(tables, 'count(*)::int as rows'), [orgId])).map(
    ({ name, rows }) => [String(name), Number(rows)] as const,
  );
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
}

/** Deletes every row of one organisation. Call it with quiet tables, in an open transaction. */
export async function deleteTenant(run: AdminRun, tables: readonly TenantTable[], orgId: string): Promise<void> {
  for (const { name, column } of tables.toReversed())
    await run(`delete from only ${name} where ${column} = $1`, [orgId]);
}
