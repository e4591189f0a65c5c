import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import type { Values } from '../../schema/expressions/evaluate.ts';
import { isObject } from '../../schema/json.ts';
import { relatedIn } from '../../schema/relations.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { relatedRows, type RelatedRow } from './queries/rows/related.ts';

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((id): id is string => typeof id === 'string');

/** Reads rows, in a transaction that locks them or on its own. */
type Read = (orgId: string, entity: string, ids: readonly string[]) => Promise<readonly RelatedRow[]>;

/**
 * What computed fields take from the rows that these rows refer to, one object for each row. The others are locked
 * against changes, so that a change of them finds the rows that were computed from them.
 */
export const relatedValues = (
  tx: Pick<Tx, 'run'>,
  orgId: string,
  schema: EntitySchema,
  rows: readonly Values[],
): Promise<Values[]> => valuesOf((...of) => tx.run(relatedRows(...of, true)), orgId, schema, rows);

/** The same for a preview, which locks nothing. */
export const previewRelated = (
  ctx: Pick<OrgContext, 'read'>,
  orgId: string,
  schema: EntitySchema,
  rows: readonly Values[],
): Promise<Values[]> =>
  valuesOf(async (...of) => (await ctx.read([relatedRows(...of, false)]))[0], orgId, schema, rows);

async function valuesOf(read: Read, orgId: string, schema: EntitySchema, rows: readonly Values[]): Promise<Values[]> {
  const related = relatedIn(schema);
  if (related.length === 0 || rows.length === 0) return rows.map(() => ({}));
  const found = new Map<string, Readonly<Record<string, unknown>>>();
  for (const entity of new Set(related.map((one) => one.entity))) {
    const fields = related.filter((one) => one.entity === entity).map(({ field }) => field);
    const ids = [...new Set(rows.flatMap((row) => fields.flatMap((field) => idsIn(row[field]))))];
    if (ids.length === 0) continue;
    for (const { row_id: id, ext } of await read(orgId, entity, ids))
      found.set(`${entity}/${id}`, isObject(ext) ? ext : {});
  }
  return rows.map((row) =>
    Object.fromEntries(
      related.map(({ name, field, of, entity, several }) => {
        const values = idsIn(row[field]).flatMap((id) => found.get(`${entity}/${id}`)?.[of] ?? []);
        return [name, several ? values : values[0]];
      }),
    ),
  );
}
