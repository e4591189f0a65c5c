import { sql, type Insertable } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';
import type { StateValue } from '../../../schema/states.ts';

/** A state that a row has got; the note is encrypted. */
export interface RowTransitionsTable {
  org_id: string;
  step_id: string;
  entity: string;
  row_id: string;
  key: string | null;
  label: string | null;
  from_state: StateValue | null;
  to_state: StateValue;
  user_id: string;
  at: string;
  seen: string | null;
  note: string | null;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    row_transitions: RowTransitionsTable;
  }
}

export const TRANSITIONS = { table: 'row_transitions' } as const;
export type NewStep = Insertable<RowTransitionsTable>;

/** The steps of a row, the earliest first. */
export const transitionsOf = (orgId: string, entity: string, rowId: string) =>
  qb
    .selectFrom('row_transitions as s')
    .leftJoin('accounts as a', 'a.user_id', 's.user_id')
    .select(['s.step_id', 's.key', 's.label', 's.from_state', 's.to_state', 's.at', 's.seen', 's.note', 's.user_id'])
    .select('a.real_name')
    .where('s.org_id', '=', orgId)
    .where('s.entity', '=', entity)
    .where('s.row_id', '=', rowId)
    .orderBy('s.at')
    .orderBy('s.step_id');

export const deleteTransitions = (orgId: string, entity: string, rowIds: readonly string[]) =>
  qb
    .deleteFrom('row_transitions')
    .where('org_id', '=', orgId)
    .where('entity', '=', entity)
    .where(sql<boolean>`row_id = any(${rowIds}::text[])`);

/** Who created a row, as the operation log knows it. */
export const creatorOf = (orgId: string, resource: string, rowId: string) =>
  qb
    .selectFrom('audit_logs')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('resource', '=', resource)
    .where('row_id', '=', rowId)
    .where('act', '=', 'create')
    .orderBy('at')
    .limit(1);
