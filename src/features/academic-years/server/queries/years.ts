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

/** Whether the current year is that of a day. */
export const isYearOf = (orgId: string, day: string) =>
  sql<{ done: boolean }>`select start_on <= ${day}::date and end_on >= ${day}::date as done
  from years where org_id = ${orgId} and is_current`.compile(qb);

/**
 * Whether the students have moved into the current year: none is left in a class of another year. Asks the classes of
 * other years one by one, which are few beside the students.
 */
export const isRolledOver = (orgId: string) =>
  sql<{ done: boolean }>`
  select y.rolled_at is not null or not exists (
    select from classes c where c.org_id = ${orgId} and c.year_id <> y.year_id and (
      select true from students s where s.org_id = c.org_id and s.class_id = c.class_id and s.study_status = ${sql.lit(ENROLLED)} limit 1)) as done
  from years y where y.org_id = ${orgId} and y.is_current`.compile(qb);
