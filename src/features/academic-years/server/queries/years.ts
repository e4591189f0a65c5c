import { sql, type Generated } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { ENROLLED } from '../../../../platform/identity/identity.ts';

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

/**
 * Whether the current year is that of a day, and whether the students have moved into it: none is left in a class of
 * another year.
 */
export const yearSteps = (orgId: string, today: string) =>
  sql<{ current: boolean; rolled: boolean }>`
  select y.start_on <= ${today}::date and y.end_on >= ${today}::date as current,
    y.rolled_at is not null or not exists (
      select from students s join classes c on c.org_id = s.org_id and c.class_id = s.class_id
      where s.org_id = ${orgId} and s.study_status = ${sql.lit(ENROLLED)} and c.year_id <> y.year_id) as rolled
  from years y where y.org_id = ${orgId} and y.is_current`.compile(qb);
