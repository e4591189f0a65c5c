import { sql, type CompiledQuery } from 'kysely';
import { qb } from '../../../../db/server/query-builder.ts';
import { where } from './expressions.ts';
import { plan, slot } from './plan.ts';
import { keptColumns, readerOf, type RowsOf, type StoredRow } from './read.ts';

/** A rule of a tenant's own resource that the database keeps keys for: values, or ranges that must not overlap. */
export interface RowRulesTable {
  org_id: string;
  entity: string;
  rule: string;
  fields: string[];
  range: string | null;
}
declare module '../../../../db/server/tables.ts' {
  interface Tables {
    row_rules: RowRulesTable;
  }
}

export type KeyRule = Pick<RowRulesTable, 'fields' | 'range' | 'rule'>;

/** Names a rule by what it compares, so that a changed rule is another one. */
export const keyRule = (fields: readonly string[], range: string | null = null): KeyRule => ({
  rule: [range === null ? 'unique' : `apart ${range}`, ...fields].join(' '),
  fields: [...fields],
  range,
});

/** The rules whose keys are kept. */
export const keptRules = (orgId: string, entity: string) =>
  qb.selectFrom('row_rules').select('rule').where('org_id', '=', orgId).where('entity', '=', entity);

const resource = (orgId: string, entity: string) => sql`hashtext('row_keys'), hashtext(${`${orgId} ${entity}`})`;

/** Keeps out everyone else who writes rows of the resource by its rules, until the transaction ends. */
export const lockAll = (orgId: string, entity: string): CompiledQuery<{ locked: unknown }> =>
  sql<{ locked: unknown }>`select pg_advisory_xact_lock(${resource(orgId, entity)}) as locked`.compile(qb);

/** Keeps out only `lockAll`. */
export const lockSome = (orgId: string, entity: string): CompiledQuery<{ locked: unknown }> =>
  sql<{ locked: unknown }>`select pg_advisory_xact_lock_shared(${resource(orgId, entity)}) as locked`.compile(qb);

/** Keeps out those who write the same values, until the transaction ends. */
export const lockValues = (
  orgId: string,
  entity: string,
  { rule, fields }: KeyRule,
  rows: string,
): CompiledQuery<{ locked: unknown }> =>
  sql<{ locked: unknown }>`select pg_advisory_xact_lock(key) as locked from (
    select distinct hashtextextended(${`${orgId}/${entity}/${rule}/`} || row_value(${fields}::text[], ext), 0) as key
    from jsonb_array_elements(${rows}::jsonb) as given (ext) order by 1) keys`.compile(qb);

/** Forgets the rules that a resource no longer has, with their keys. */
export const dropRules = (orgId: string, entity: string, kept: readonly KeyRule[]) =>
  qb
    .deleteFrom('row_rules')
    .where('org_id', '=', orgId)
    .where('entity', '=', entity)
    .where(sql<boolean>`rule <> all(${kept.map(({ rule }) => rule)}::text[])`);

/** Keeps keys for new rules from now on, and makes those of the rows that are there. */
export const addRules = (orgId: string, entity: string, rules: readonly KeyRule[]): CompiledQuery =>
  sql`with added as (
    insert into row_rules (org_id, entity, rule, fields, range)
    select ${orgId}, ${entity}, r.rule, r.fields, r.range
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as r (rule text, fields text[], range text)
    on conflict do nothing returning rule, fields, range)
  insert into row_keys (org_id, entity, rule, row_id, value, span, sole)
  select org_id, entity, rule, row_id, value, span, false from (
    select t.org_id, t.entity, a.rule, a.range, t.row_id, row_value(a.fields, t.ext) as value, row_span(a.range, t.ext) as span
    from added a cross join tenant_rows t where t.org_id = ${orgId} and t.entity = ${entity} offset 0) k
  where value is not null and (range is null or span is not null)`.compile(qb);

/** Stored rows with the same values as one of these, or with a range that overlaps theirs. @param rows JSON list */
export function rowsSharing(
  of: RowsOf,
  entity: string,
  { rule, fields, range }: KeyRule,
  rows: string,
): CompiledQuery<StoredRow> {
  const { schema, table, scope } = of;
  // The digests are computed once, for the index; the ranges only for rows with the same values.
  const wanted = sql`select row_value(${slot('fields')}::text[], ext) as value, row_span(${slot('range')}::text, ext) as span
    from jsonb_array_elements(${slot('rows')}::jsonb) as given (ext)`;
  const overlaps =
    range === null ? sql`` : sql` and exists (select from wanted w where w.value = k.value and w.span && k.span)`;
  const found = sql`t.row_id = any(array(
    with wanted as materialized (${wanted})
    select k.row_id from row_keys k
    where k.org_id = ${slot('orgId')} and k.entity = ${slot('entity')} and k.rule = ${slot('rule')}
      and k.value = any(array(select value from wanted))${overlaps}))`;
  return plan(
    sql<StoredRow>`select ${keptColumns(schema, table, scope)} from ${sql.table(schema['x-resource'].table)} as t
      where ${where(schema, table, scope, [], [found])}`,
  )({ ...readerOf(of), fields, range, rows, entity, rule });
}
