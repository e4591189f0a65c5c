import { sql } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';

/** Which students these ids name: of the child, or of the enrolment. */
export const childrenNamed = (orgId: string, ids: readonly string[]) =>
  qb
    .selectFrom('students')
    .select(['child_id', 'student_id', 'child_name', 'user_id'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`(child_id = any(${ids}::text[]) or student_id = any(${ids}::text[]))`);
