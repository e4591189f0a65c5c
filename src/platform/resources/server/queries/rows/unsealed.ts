import { sql, type CompiledQuery, type UpdateResult } from 'kysely';
import { qb } from '../../../../db/server/query-builder.ts';
import { idColumnOf, ofResource, type Target } from './write.ts';

/** A value that is to be sealed, or sealed anew. */
export interface Unsealed {
  id: string;
  value: string;
}

/** A text field of a resource: a column, or a value of `ext`. */
export interface TextField {
  name: string;
  inExt: boolean;
}

const valueOf = ({ name, inExt }: TextField) => (inExt ? sql`(t.ext ->> ${sql.lit(name)})` : sql.ref(`t.${name}`));

/** Values of a field that do not begin as they would if they lay sealed under the current key. */
export const unsealedIn = (
  orgId: string,
  target: Target,
  field: TextField,
  prefix: string,
  limit: number,
): CompiledQuery<Unsealed> =>
  sql<Unsealed>`
  select ${sql.ref(`t.${idColumnOf(target)}`)} as id, ${valueOf(field)} as value from ${sql.table(target.table)} as t
  where ${ofResource(target, orgId, 't')} and ${valueOf(field)} is not null and not starts_with(${valueOf(field)}, ${prefix}) limit ${limit}`.compile(
    qb,
  );

/**
 * Puts sealed values in the place of others, where those are still the same. When the row was changed last stays as it
 * is.
 */
export const putSealed = (
  orgId: string,
  target: Target,
  field: TextField,
  rows: readonly (Unsealed & { sealed: string })[],
): CompiledQuery<UpdateResult> =>
  sql<UpdateResult>`
  update ${sql.table(target.table)} as t set ${field.inExt ? sql`ext = jsonb_set(t.ext, array[${sql.lit(field.name)}], to_jsonb(v.sealed))` : sql`${sql.id(field.name)} = v.sealed`}
  from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ value }) => value)}::text[], ${rows.map(({ sealed }) => sealed)}::text[]) as v(id, value, sealed)
  where ${ofResource(target, orgId, 't')} and ${sql.ref(`t.${idColumnOf(target)}`)} = v.id and ${valueOf(field)} = v.value`.compile(
    qb,
  );
