import { sql, type CompiledQuery } from 'kysely';
import { qb } from '../../../../db/server/query-builder.ts';
import { endsOf } from '../../../../schema/ranges.ts';
import type { ResourceMeta } from '../../../../schema/resource-meta.ts';
import { castOf, expressionOf, where } from './expressions.ts';
import { plan, slot } from './plan.ts';
import { keptColumns, readerOf, type RowsOf, type StoredRow } from './read.ts';

/** Lets writers of a resource whose rows exclude each other go on one at a time, until the transaction ends. */
export const lockGroups = (orgId: string, entity: string): CompiledQuery<{ locked: unknown }> =>
  sql<{
    locked: unknown;
  }>`select pg_advisory_xact_lock(hashtext('row_groups'), hashtext(${`${orgId} ${entity}`})) as locked`.compile(qb);

/** Stored rows whose range overlaps that of one of these rows, with equal values in `within`. */
export function overlappingRows(
  of: RowsOf,
  rows: readonly Readonly<Record<string, unknown>>[],
  { range, within }: NonNullable<ResourceMeta['no_overlap']>,
): CompiledQuery<StoredRow> {
  const { schema, table, scope } = of;
  const field = schema.properties[range];
  if (!field) throw new TypeError(`no field ${range}`);
  const fields = within.flatMap((name) => {
    const one = schema.properties[name];
    return one ? [{ name, value: expressionOf(name, one, table, scope), cast: castOf(one) }] : [];
  });
  const value = expressionOf(range, field, table, scope);
  const names = ['start', 'until', ...fields.map(({ name }) => `f_${name}`)];
  const wanted = sql.join([
    sql`${slot('starts')}::text[]`,
    sql`${slot('ends')}::text[]`,
    ...fields.map(({ name, cast }) => sql`${slot(`in:${name}`)}::${cast}[]`),
  ]);
  const same = fields.map(({ name, value: is }) => sql` and ${is} = w.${sql.id(`f_${name}`)}`);
  const found = sql`exists (select from unnest(${wanted}) as w(${sql.join(names.map((name) => sql.id(name)))})
    where split_part(${value}, '/', 1) < w.until and split_part(${value}, '/', 2) > w.start${sql.join(same, sql``)})`;
  const ends = rows.map((row) => endsOf(field, row[range]) ?? ['', '']);
  return plan(
    sql<StoredRow>`select ${keptColumns(schema, table, scope)} from ${sql.table(schema['x-resource'].table)} as t
      where ${where(schema, table, scope, [], [found])}`,
  )({
    ...readerOf(of),
    starts: ends.map(([start]) => start),
    ends: ends.map(([, end]) => end),
    ...Object.fromEntries(within.map((name) => [`in:${name}`, rows.map((row) => row[name])])),
  });
}
