import { sql, type CompiledQuery } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';

/** The last number given in a counter of a field (`x-sequence`). */
export interface RowSequencesTable {
  org_id: string;
  entity: string;
  field: string;
  counter: string;
  last: number;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    row_sequences: RowSequencesTable;
  }
}

/**
 * Takes the next `count` numbers of a counter. Others wait until the transaction ends, so that a number is neither
 * given twice nor left out when a transaction fails.
 *
 * @returns the last of them
 */
export const takeNumbers = (
  orgId: string,
  entity: string,
  field: string,
  counter: string,
  count: number,
): CompiledQuery<{ last: number }> =>
  sql<{ last: number }>`insert into row_sequences as s (org_id, entity, field, counter, last)
    values (${orgId}, ${entity}, ${field}, ${counter}, ${count})
    on conflict (org_id, entity, field, counter) do update set last = s.last + excluded.last returning last`.compile(
    qb,
  );
