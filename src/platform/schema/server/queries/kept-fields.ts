import { qb } from '../../../db/server/query-builder.ts';
import { keptKey, type KeptKind } from '../../kept-fields.ts';

/** A field of a tenant whose values are kept beside the rows (`row_values`), or were. */
export interface RowFieldsTable {
  org_id: string;
  /** Grows with time and is never used again. */
  field_no: string;
  entity: string;
  name: string;
  kind: KeptKind;
  /**
   * `filling`: rows from before are added, `ready`: all rows are there, `leaving`: no longer used, but processes may
   * still read it, `gone`: no longer kept, the values are being removed.
   */
  state: 'filling' | 'ready' | 'leaving' | 'gone';
  since: string;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    row_fields: RowFieldsTable;
  }
}

/** Numbers of the fields whose values are complete, by entity and `keptKey`. */
export type KeptFields = ReadonlyMap<string, ReadonlyMap<string, number>>;

export const readyFields = (orgId: string) =>
  qb
    .selectFrom('row_fields')
    .select(['field_no', 'entity', 'name', 'kind'])
    .where('org_id', '=', orgId)
    .where('state', '=', 'ready');

/** @param rows Of `readyFields` */
export function keptIn(rows: readonly Pick<RowFieldsTable, 'field_no' | 'entity' | 'name' | 'kind'>[]): KeptFields {
  const found = new Map<string, Map<string, number>>();
  for (const { field_no, entity, name, kind } of rows) {
    const ofEntity = found.get(entity) ?? new Map<string, number>();
    found.set(entity, ofEntity.set(keptKey({ name, kind }), Number(field_no)));
  }
  return found;
}
