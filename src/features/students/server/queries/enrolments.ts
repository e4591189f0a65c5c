import { sql } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/**
 * Class and status of a student from an instant on. Written by triggers of `students`, as texts that stay valid when
 * the class is deleted.
 */
export interface EnrolmentsTable {
  org_id: string;
  child_id: string;
  since: string;
  study_status: number;
  class_id: string | null;
  class_name: string | null;
  period: number | null;
  grade: number | null;
  year_id: string | null;
  year_name: string | null;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    enrolments: EnrolmentsTable;
  }
}

/** Oldest first. */
export const enrolmentsOf = (orgId: string, childId: string) =>
  qb
    .selectFrom('enrolments')
    .select(['since', 'study_status', 'class_id', 'class_name', 'period', 'grade', 'year_id', 'year_name'])
    .where('org_id', '=', orgId)
    .where('child_id', '=', childId)
    .orderBy('since');

/** Rows that prevent the deletion of students: guardians, an account, any class or status after the first. */
export const recordsOf = (orgId: string, childIds: readonly string[]) =>
  qb
    .selectFrom('students as s')
    .select((eb) => [
      's.child_id',
      's.child_name',
      sql<boolean>`s.user_id is not null`.as('is_register'),
      eb
        .selectFrom('guardian_children as g')
        .select(eb.fn.countAll<number>().as('n'))
        .where('g.org_id', '=', orgId)
        .whereRef('g.child_id', '=', 's.child_id')
        .as('guardians'),
      eb
        .selectFrom('enrolments as e')
        .select(eb.fn.countAll<number>().as('n'))
        .where('e.org_id', '=', orgId)
        .whereRef('e.child_id', '=', 's.child_id')
        .as('enrolments'),
    ])
    .where('s.org_id', '=', orgId)
    .where(sql<boolean>`s.child_id = any(${childIds}::text[])`)
    .orderBy('s.child_id');
