import { sql, type CompiledQuery, type DeleteResult, type InsertResult } from 'kysely';
import { qb } from '../../../../db/server/query-builder.ts';
import type { KeptField } from '../../../../schema/kept-fields.ts';
import type { RowFieldsTable } from '../../../../schema/server/queries/kept-fields.ts';
import { idColumnOf, ofResource, type Target } from './write.ts';

/** The tables whose triggers keep the values of own fields in `row_values`. */
export const KEPT_TABLES: ReadonlySet<string> = new Set([
  'tenant_rows',
  'students',
  'guardians',
  'teachers',
  'classes',
  'consultations',
  'interventions',
  'custom_interventions',
  'interviews',
  'follow_ups',
  'referrals',
  'drawings',
  'sandplays',
]);

export type FieldOfEntity = KeptField & { entity: string };

/** All fields of a tenant, in any state. */
export const rowFields = (orgId: string) =>
  qb.selectFrom('row_fields').selectAll().where('org_id', '=', orgId).orderBy('field_no');

/** Keeps values of further fields from now on. Their numbers follow the time, so that none is used a second time. */
export const addFields = (
  orgId: string,
  fields: readonly FieldOfEntity[],
  now: string,
  nowMs: number,
): CompiledQuery<InsertResult> =>
  sql<InsertResult>`insert into row_fields (org_id, field_no, entity, name, kind, state, since)
  select ${orgId}, greatest((select max(field_no) from row_fields where org_id = ${orgId}), ${nowMs}::bigint) + row_number() over (),
    f.entity, f.name, f.kind, 'filling', ${now}::timestamptz
  from jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) as f (entity text, name text, kind text)
  on conflict do nothing`.compile(qb);

export const setState = (
  orgId: string,
  numbers: readonly string[],
  from: RowFieldsTable['state'],
  state: RowFieldsTable['state'],
  now: string,
) =>
  qb
    .updateTable('row_fields')
    .set({ state, since: now })
    .where('org_id', '=', orgId)
    .where('state', '=', from)
    .where(sql<boolean>`field_no = any(${numbers}::bigint[])`);

export const forgetField = (orgId: string, no: string) =>
  qb.deleteFrom('row_fields').where('org_id', '=', orgId).where('field_no', '=', no).where('state', '=', 'gone');

/** The running transactions of others that have written a table. */
export const writersOf = (table: string): CompiledQuery<{ tx: string }> =>
  sql<{ tx: string }>`select virtualtransaction as tx from pg_locks
  where locktype = 'relation' and database = (select oid from pg_database where datname = current_database())
    and relation = ${table}::text::regclass and mode = 'RowExclusiveLock' and granted and pid <> pg_backend_pid()`.compile(
    qb,
  );

/** Rows that lack an entry of one of these fields. */
const lacking = (target: Target, orgId: string, numbers: readonly string[]) => {
  const id = sql.ref(`t.${idColumnOf(target)}`);
  // Counted, because an anti-join would be planned as a hash of all entries of the tenant, for each batch.
  return sql`${sql.table(target.table)} as t where ${ofResource(target, orgId, 't')} and cardinality(${numbers}::bigint[]) > (
    select count(distinct v.field_no) from row_values v
    where v.org_id = t.org_id and v.row_id = ${id} and v.field_no = any(${numbers}::bigint[]))`;
};

/**
 * Adds the entries of the next rows that lack some. Rows that are being written are left out: their writers keep the
 * entries, unless they fail.
 */
export function fillRows(
  target: Target,
  orgId: string,
  numbers: readonly string[],
  after: string,
  limit: number,
): CompiledQuery<{ last: string | null; rows: number }> {
  const id = sql.ref(`t.${idColumnOf(target)}`);
  return sql<{ last: string | null; rows: number }>`
  with due as materialized (
    select ${id} as row_id, t.ext from ${lacking(target, orgId, numbers)} and ${id} > ${after}
    order by ${id} limit ${limit} for share of t skip locked),
  put as (
    insert into row_values (org_id, row_id, field_no, item, value)
    select ${orgId}, d.row_id, f.field_no, e.item, e.value
    from due d join row_fields f on f.org_id = ${orgId} and f.field_no = any(${numbers}::bigint[])
      cross join lateral own_values(f.kind, d.ext -> f.name) as e
    on conflict do nothing)
  select max(row_id) as last, count(*)::int as rows from due`.compile(qb);
}

/** Whether any row lacks an entry. */
export const lacksRows = (
  target: Target,
  orgId: string,
  numbers: readonly string[],
): CompiledQuery<{ lacks: boolean }> =>
  sql<{ lacks: boolean }>`select exists (select from ${lacking(target, orgId, numbers)}) as lacks`.compile(qb);

/** Removes some values of a field. */
export const dropValues = (orgId: string, no: string, limit: number): CompiledQuery<DeleteResult> =>
  sql<DeleteResult>`delete from row_values v using (
    select row_id, item from row_values where org_id = ${orgId} and field_no = ${no}::bigint limit ${limit}) d
  where v.org_id = ${orgId} and v.field_no = ${no}::bigint and v.row_id = d.row_id and v.item = d.item`.compile(qb);
