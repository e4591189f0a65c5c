import type { AdminRun } from './database.ts';
import type { TenantTable } from './tenant-tables.ts';

const ID_COLUMNS = `
  select a.attname as column from pg_attribute a
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.atttypid = 'text'::regtype
    and a.attname ~ '(_id|_by)$' and a.attname <> 'org_id'`;

const REFERENCES = `
  select c.conrelid::regclass::text as table, a.attname as column
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid = 'accounts'::regclass and c.connamespace = 'public'::regnamespace`;

/** Tables of an account itself, which go with it. */
const OWN = new Set(['authenticators', 'outside_identities', 'preferences', 'sessions']);

export interface TenantAccounts {
  /** Accounts with a membership in the organisation. */
  readonly members: readonly string[];
  /** Accounts that its rows name, such as people of an institution who visited it. */
  readonly mentioned: readonly string[];
}

/** The accounts that rows of an organisation name. */
export async function readTenantAccounts(
  run: AdminRun,
  tables: readonly TenantTable[],
  orgId: string,
): Promise<TenantAccounts> {
  const members = new Set(
    (await run('select distinct user_id from memberships where org_id = $1', [orgId])).map((row) =>
      String(row['user_id']),
    ),
  );
  const mentioned = new Set<string>();
  for (const { name, column } of tables)
    for (const found of await run(ID_COLUMNS, [name])) {
      const rows = await run(
        `select user_id from accounts where user_id in
           (select ${String(found.column)} from only ${name} where ${column} = $1)`,
        [orgId],
      );
      for (const row of rows) {
        const id = String(row['user_id']);
        if (!members.has(id)) mentioned.add(id);
      }
    }
  return { members: [...members].toSorted(), mentioned: [...mentioned].toSorted() };
}

/**
 * Deletes those of some accounts that no organisation has any more, with what belongs to them alone.
 *
 * @returns How many were deleted
 */
export async function deleteUnusedAccounts(run: AdminRun, ids: readonly string[]): Promise<number> {
  const used = (await run(REFERENCES))
    .filter((row) => !OWN.has(String(row['table'])))
    .map(
      (row) => `and not exists (select from only ${String(row['table'])} t where t.${String(row.column)} = a.user_id)`,
    );
  const deleted = await run(`delete from accounts a where a.user_id = any($1::text[]) ${used.join(' ')} returning 1`, [
    ids,
  ]);
  return deleted.length;
}
