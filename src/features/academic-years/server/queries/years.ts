import type { Generated } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/** An academic year of an organisation; days are `YYYY-MM-DD`. */
export interface YearsTable {
  org_id: string;
  year_id: string;
  year_name: string;
  start_on: string;
  end_on: string;
  is_current: Generated<boolean>;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  /** Previous year of the roll-over into this one, with its time and author; null before the roll-over. */
  rolled_from: string | null;
  rolled_at: string | null;
  rolled_by: string | null;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    years: YearsTable;
  }
}

/** Latest first. */
export const yearsOf = (orgId: string) =>
  qb
    .selectFrom('years')
    .select(['year_id', 'year_name', 'start_on', 'end_on', 'is_current'])
    .where('org_id', '=', orgId)
    .orderBy('start_on', 'desc');
