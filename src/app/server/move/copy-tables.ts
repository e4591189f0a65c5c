import type { AdminRun } from '../../../platform/db/server/database.ts';
import { tableNames } from '../../../platform/db/server/read-tables.ts';

/** Rows that are held in memory at a time. */
const BATCH = 500;

const KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;

const FORCED = "select oid::regclass::text as name from pg_class where relkind = 'r' and relforcerowsecurity";

const COLUMNS = `
  select string_agg(quote_ident(attname), ',' order by attnum) as columns from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;

const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
  where schemaname = 'public' and last_value is not null`;

/** Replaces the rows of a table by those of the source, as JSON, which keeps every value of PostgreSQL as it is. */
async function copyTable(source: AdminRun, target: AdminRun, table: string): Promise<void> {
  await target(`delete from only ${table}`);
  const [found] = await target(COLUMNS, [table]);
  const columns = String(found?.columns);
  await source(`declare moved no scroll cursor for select row_to_json(t)::text as row from only ${table} t`);
  for (;;) {
    const rows = await source(`fetch ${BATCH} from moved`);
    if (rows.length === 0) break;
    await target(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      [`[${rows.map(({ row }) => String(row)).join(',')}]`],
    );
  }
  await source('close moved');
}

/**
 * Copies every row and sequence within the transactions of both, and does `check` before row-level security is in force
 * again for the owner. Foreign keys are checked anew; triggers stay silent, because what they would write is copied
 * too.
 */
export async function copyTables(source: AdminRun, target: AdminRun, check: () => Promise<void>): Promise<void> {
  const tables = await tableNames(target);
  const keys = await target(KEYS);
  const forced = await target(FORCED);
  for (const { table, name } of keys) await target(`alter table ${String(table)} drop constraint ${String(name)}`);
  for (const { name } of forced) await target(`alter table ${String(name)} no force row level security`);
  for (const table of tables) await target(`alter table ${table} disable trigger user`);
  for (const table of tables) await copyTable(source, target, table);
  for (const { name, value } of await source(SEQUENCES)) await target('select setval($1, $2::bigint)', [name, value]);
  await check();
  for (const table of tables) await target(`alter table ${table} enable trigger user`);
  for (const { table, name, definition } of keys)
    await target(`alter table ${String(table)} add constraint ${String(name)} ${String(definition)}`);
  for (const { name } of forced) await target(`alter table ${String(name)} force row level security`);
}
