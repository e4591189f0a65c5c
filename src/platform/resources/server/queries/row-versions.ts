import { sql, type Insertable } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';

/** A row before a change; its values are encrypted. */
export interface RowVersionsTable {
  org_id: string;
  entity: string;
  row_id: string;
  version_id: string;
  user_id: string;
  at: string;
  former: string;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    row_versions: RowVersionsTable;
  }
}

export const insertVersions = (versions: readonly Insertable<RowVersionsTable>[]) =>
  qb.insertInto('row_versions').values([...versions]);

/** Previous versions of rows, latest change first. */
export const versionsOf = (orgId: string, entity: string, rowIds: readonly string[]) =>
  qb
    .selectFrom('row_versions as v')
    .leftJoin('accounts as a', 'a.user_id', 'v.user_id')
    .select(['v.row_id', 'v.version_id', 'v.at', 'v.former', 'v.user_id', 'a.real_name'])
    .where('v.org_id', '=', orgId)
    .where('v.entity', '=', entity)
    .where(sql<boolean>`v.row_id = any(${rowIds}::text[])`)
    .orderBy('v.version_id', 'desc');
