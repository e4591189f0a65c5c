import type { AdminRun } from '../../../platform/db/server/database.ts';
import { insertJsonRows, readJsonRows, storedColumns } from '../../../platform/db/server/json-rows.ts';
import { withQuietTables } from '../../../platform/db/server/quiet-tables.ts';

const KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;

const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
  where schemaname = 'public' and last_value is not null`;

/** Replaces the rows of a table by those of the source. */
async function copyTable(source: AdminRun, target: AdminRun, table: string): Promise<void> {
  await target(`delete from only ${table}`);
  const columns = await storedColumns(target, table);
  for await (const rows of readJsonRows(source, table))
    await insertJsonRows(target, { into: table, like: table, columns }, rows);
}

/**
 * Copies every row and sequence within the transactions of both, and does `check` before row-level security is in force
 * again for the owner. Foreign keys are checked anew; triggers stay silent, because what they would write is copied
 * too.
 */
export async function copyTables(source: AdminRun, target: AdminRun, check: () => Promise<void>): Promise<void> {
  await withQuietTables(target, async (tables) => {
    const keys = await target(KEYS);
    for (const { table, name } of keys) await target(`alter table ${String(table)} drop constraint ${String(name)}`);
    for (const table of tables) await copyTable(source, target, table);
    for (const { name, value } of await source(SEQUENCES)) await target('select setval($1, $2::bigint)', [name, value]);
    await check();
    // The owner must see the rows that a key refers to.
    for (const { table, name, definition } of keys)
      await target(`alter table ${String(table)} add constraint ${String(name)} ${String(definition)}`);
  });
}
