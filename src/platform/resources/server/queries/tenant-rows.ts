import { sql } from 'kysely';
import type { RowTable } from '../../../access/server/queries/row-table.ts';

/** Rows of one resource in the table that all resources without one share. */
export const tenantRows = (entity: string, idField: string): RowTable => ({
  computed: { [idField]: sql`t.row_id` },
  idColumn: 'row_id',
  apart: { entity },
  // Nothing is known that ties such a row to a class or grade: whoever is held to some reaches none.
  within: () => sql`false`,
});
