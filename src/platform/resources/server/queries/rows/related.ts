import { sql, type CompiledQuery } from 'kysely';
import { qb } from '../../../../db/server/query-builder.ts';

export interface RelatedRow {
  row_id: string;
  ext: unknown;
}

/** Rows of own resources by their ids. @param locked Against changes, until the transaction ends */
export const relatedRows = (
  orgId: string,
  entity: string,
  ids: readonly string[],
  locked: boolean,
): CompiledQuery<RelatedRow> =>
  sql<RelatedRow>`
  select row_id, ext from tenant_rows
  where org_id = ${orgId} and entity = ${entity} and row_id = any(${ids}::text[]) order by row_id
  ${locked ? sql`for share` : sql``}`.compile(qb);
