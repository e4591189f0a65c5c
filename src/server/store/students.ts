import type { Generated } from 'kysely';
import { qb } from './db/query-builder.ts';

/** A child at a school. `child_id` names the child, `student_id` the enrolment (`api.md`, envelope). */
export interface StudentsTable {
  org_id: string;
  child_id: string;
  student_id: string;
  class_id: string | null;
  child_name: string;
  name_pinyin: Generated<string>;
  student_no: string;
  sex: number | null;
  born_on: string | null;
  study_status: Generated<number>;
  user_id: string | null;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}
/** Which child a parent stands for. */
export interface GuardiansTable { org_id: string; user_id: string; child_id: string; relation: number }
declare module './tables.ts' {
  interface Tables { students: StudentsTable; guardians: GuardiansTable }
}

const enrolmentsAt = (orgId: string) => qb.selectFrom('students as s').innerJoin('orgs as o', 'o.org_id', 's.org_id')
  .select(['s.org_id as school_id', 'o.org_name as school_name', 's.student_id', 's.child_name as real_name', 's.study_status'])
  .where('s.org_id', '=', orgId).orderBy('s.student_id');

/** A student's own enrolments at a school. Tenant: the school. */
export const ownEnrolments = (orgId: string, userId: string) => enrolmentsAt(orgId).where('s.user_id', '=', userId);

/** The enrolments of a parent's children at a school. Tenant: the school. */
export const childrensEnrolments = (orgId: string, userId: string) => enrolmentsAt(orgId)
  .innerJoin('guardians as g', (join) => join.onRef('g.org_id', '=', 's.org_id').onRef('g.child_id', '=', 's.child_id'))
  .where('g.user_id', '=', userId);
