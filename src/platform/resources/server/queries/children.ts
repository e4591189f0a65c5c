import { sql } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';

/** Which students these ids name: of the child, or of the enrolment. */
export const childrenNamed = (orgId: string, ids: readonly string[]) =>
  qb
    .selectFrom('students')
    .select(['child_id', 'student_id', 'child_name', 'user_id'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`(child_id = any(${ids}::text[]) or student_id = any(${ids}::text[]))`);

/** The student that a row of a table with the columns `org_id` and `child_id` is about. */
export const childOfRow = (orgId: string, { table, id }: { table: string; id: string }, rowId: string) =>
  qb
    .selectFrom('students')
    .select('child_name')
    .where('org_id', '=', orgId)
    .where(
      sql<boolean>`child_id in (select r.child_id from ${sql.table(table)} as r where r.org_id = ${orgId} and ${sql.ref(`r.${id}`)} = ${rowId})`,
    );
