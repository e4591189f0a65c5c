import { sql, type CompiledQuery, type UpdateResult } from 'kysely';
import { qb } from '../../../../db/server/query-builder.ts';
import { idColumnOf, ofResource, type Target } from './write.ts';

/** A value that must be encrypted, or encrypted with a new key. */
export interface Unencrypted {
  id: string;
  value: string;
}

/** A text field of a resource: a column, or a value of `ext`. */
export interface TextField {
  name: string;
  inExt: boolean;
}

const valueOf = ({ name, inExt }: TextField) => (inExt ? sql`(t.ext ->> ${sql.lit(name)})` : sql.ref(`t.${name}`));

/** Values of a field that do not begin with the prefix of the current key. */
export const unencryptedIn = (
  orgId: string,
  target: Target,
  field: TextField,
  prefix: string,
  limit: number,
): CompiledQuery<Unencrypted> =>
  sql<Unencrypted>`
  select ${sql.ref(`t.${idColumnOf(target)}`)} as id, ${valueOf(field)} as value from ${sql.table(target.table)} as t
  where ${ofResource(target, orgId, 't')} and ${valueOf(field)} is not null and not starts_with(${valueOf(field)}, ${prefix}) limit ${limit}`.compile(
    qb,
  );

/** Replaces values by encrypted ones, where they are still the same. `updated_at` does not change. */
export const putEncrypted = (
  orgId: string,
  target: Target,
  field: TextField,
  rows: readonly (Unencrypted & { encrypted: string })[],
): CompiledQuery<UpdateResult> =>
  sql<UpdateResult>`
  update ${sql.table(target.table)} as t set ${field.inExt ? sql`ext = jsonb_set(t.ext, array[${sql.lit(field.name)}], to_jsonb(v.encrypted))` : sql`${sql.id(field.name)} = v.encrypted`}
  from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ value }) => value)}::text[], ${rows.map(({ encrypted }) => encrypted)}::text[]) as v(id, value, encrypted)
  where ${ofResource(target, orgId, 't')} and ${sql.ref(`t.${idColumnOf(target)}`)} = v.id and ${valueOf(field)} = v.value`.compile(
    qb,
  );
