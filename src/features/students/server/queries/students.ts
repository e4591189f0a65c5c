import { sql, type Generated } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/** A child at a school: `child_id` is the id of the child, `student_id` that of the enrolment (`api.md`, envelope). */
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
  id_card: string | null;
  mobile: string | null;
  address: string | null;
  enrolled_on: string | null;
  remark: string | null;
  study_status: Generated<number>;
  user_id: string | null;
  /** Whether a guardian's consent is in force; kept by a trigger of `guardian_consents`. */
  consented: Generated<boolean>;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    students: StudentsTable;
  }
}

/** Which of these numbers are taken, and by which students. */
export const takenNumbers = (orgId: string, numbers: readonly string[]) =>
  qb
    .selectFrom('students')
    .select(['child_id', 'student_no'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`student_no = any(${numbers}::text[])`);

/** Students within a scope, by number, name or id. */
export const studentsByText = (orgId: string, scope: Scope, texts: readonly string[], ids: readonly string[]) =>
  qb
    .selectFrom('students')
    .select(['child_id', 'child_name', 'student_no', 'study_status'])
    .where('org_id', '=', orgId)
    .where(
      sql<boolean>`(student_no = any(${texts}::text[]) or child_name = any(${texts}::text[]) or child_id = any(${ids}::text[]))`,
    )
    .where(studentsInScope(scope));

/** Which of these students are within a scope. */
export const studentsReached = (orgId: string, scope: Scope, childIds: readonly string[]) =>
  qb
    .selectFrom('students')
    .select(['child_id', 'child_name', 'study_status'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`child_id = any(${childIds}::text[])`)
    .where(studentsInScope(scope))
    .orderBy('name_pinyin')
    .orderBy('child_id');

/** Current state of a student, locked until the transaction ends. */
export const lockStudent = (orgId: string, childId: string) =>
  qb
    .selectFrom('students')
    .select(['child_id', 'study_status'])
    .where('org_id', '=', orgId)
    .where('child_id', '=', childId)
    .forUpdate();

/** Changes students; `updated_at` becomes later than any value that a client may have read. */
export const changeStudents = (
  orgId: string,
  childIds: readonly string[],
  change: { class_id?: string; study_status?: number; user_id?: string },
  at: string,
) =>
  qb
    .updateTable('students')
    .set({ ...change, updated_at: sql<string>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')` })
    .where('org_id', '=', orgId)
    .where(sql<boolean>`child_id = any(${childIds}::text[])`);
