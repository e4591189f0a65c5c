import { sql } from 'kysely';
import type { RowTable } from '../../../access/server/queries/row-table.ts';

/** Rows of one resource in the table that all resources without one share. */
export const tenantRows = (entity: string, idField: string): RowTable => ({
  computed: { [idField]: sql`t.row_id` },
  idColumn: 'row_id',
  apart: { entity },
  // Such a row has no class or grade, so a role limited to some has none of them in scope.
  within: () => sql`false`,
});
