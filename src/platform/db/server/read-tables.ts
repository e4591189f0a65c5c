import type { AdminRun } from './database.ts';
import { whereText, whereValues, type RowsWhere } from './json-rows.ts';

/** What a table holds: its rows, and a sum over their contents in any order. Equal tables have equal ones. */
export interface TableContent {
  readonly rows: number;
  readonly sum: string;
}

const TABLES = `
  select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind = 'r' order by 1`;

/** Names of the product's tables, quoted where needed. */
export const tableNames = async (run: AdminRun): Promise<string[]> =>
  (await run(TABLES)).map(({ name }) => String(name));

/** The columns of a `TableContent`, over every value of the rows `t`. */
export const CONTENT = `count(*)::int as rows,
  coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint::numeric), 0)::text as sum`;

export const contentOf = (row: Readonly<Record<string, unknown>> | undefined): TableContent => ({
  rows: Number(row?.['rows']),
  sum: String(row?.['sum']),
});

/** Reads every value of a table, or of some rows of it, also those that are stored apart. */
export async function readTable(run: AdminRun, name: string, where?: RowsWhere): Promise<TableContent> {
  const [read] = await run(`select ${CONTENT} from only ${name} t${whereText(where)}`, whereValues(where));
  return contentOf(read);
}

/** Reads every table. A login under row-level security reads only the rows that it sees. */
export async function readTables(run: AdminRun): Promise<Record<string, TableContent>> {
  const tables: Record<string, TableContent> = {};
  for (const name of await tableNames(run)) tables[name] = await readTable(run, name);
  return tables;
}

/** Names of the tables that only one of two databases has, or whose contents differ. */
export const differingTables = (
  one: Readonly<Record<string, TableContent>>,
  other: Readonly<Record<string, TableContent>>,
): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => one[name]?.rows !== other[name]?.rows || one[name]?.sum !== other[name]?.sum,
  );
