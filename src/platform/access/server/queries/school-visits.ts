import { sql } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';

/** A visit of a person of an institution (the tenant) to one of its schools; open until the person leaves or it expires. */
export interface SchoolVisitsTable {
  org_id: string;
  visit_id: string;
  user_id: string;
  role_id: number;
  school_id: string;
  entered_at: string;
  until: string;
  left_at: string | null;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    school_visits: SchoolVisitsTable;
  }
}

export const insertVisit = (visit: SchoolVisitsTable) => qb.insertInto('school_visits').values(visit);

/** Ends a person's visits to a school; answers how many were open. Tenant: the institution. */
export const endVisits = (orgId: string, userId: string, schoolId: string, at: string) =>
  qb
    .updateTable('school_visits')
    .set({ left_at: at })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('school_id', '=', schoolId)
    .where('left_at', 'is', null);

/** A person's visits that are open at a moment, the latest first. Tenant: the person. */
export const openVisits = (userId: string, at: string) =>
  qb
    .selectFrom('school_visits')
    .select(['org_id', 'school_id', 'role_id', 'until'])
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .where(sql<boolean>`until > ${at}::timestamptz`)
    .orderBy('entered_at', 'desc');
