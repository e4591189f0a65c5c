import { qb } from '../../../db/server/query-builder.ts';

const enrolmentsAt = (orgId: string) =>
  qb
    .selectFrom('students as s')
    .innerJoin('orgs as o', 'o.org_id', 's.org_id')
    .select([
      's.org_id as school_id',
      'o.org_name as school_name',
      's.student_id',
      's.child_id',
      's.child_name as real_name',
      's.study_status',
    ])
    .where('s.org_id', '=', orgId)
    .orderBy('s.student_id');

/** A student's own enrolments at a school. Tenant: the school. */
export const ownEnrolments = (orgId: string, userId: string) => enrolmentsAt(orgId).where('s.user_id', '=', userId);

/** The enrolments of a parent's children at a school. Tenant: the school. */
export const childrensEnrolments = (orgId: string, userId: string) =>
  enrolmentsAt(orgId)
    .innerJoin('guardian_children as l', (join) =>
      join.onRef('l.org_id', '=', 's.org_id').onRef('l.child_id', '=', 's.child_id'),
    )
    .innerJoin('guardians as g', (join) =>
      join.onRef('g.org_id', '=', 'l.org_id').onRef('g.guardian_id', '=', 'l.guardian_id'),
    )
    .where('g.user_id', '=', userId);
