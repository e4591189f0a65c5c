import { sql } from 'kysely';
import { classesInScope, studentsInScope, type Scope } from '../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../platform/db/server/query-builder.ts';
import { STUDY } from '../../students/public.ts';

/** The stored picture of a student's account (`avatarAddress`). */
export const avatarOf = (orgId: string, childId: string) =>
  qb
    .selectFrom('students as s')
    .innerJoin('accounts as a', 'a.user_id', 's.user_id')
    .select(['a.user_id', 'a.avatar'])
    .where('s.org_id', '=', orgId)
    .where('s.child_id', '=', childId);

/** Classes in a scope among some. */
export const classesAmong = (orgId: string, scope: Scope, ids: readonly string[]) =>
  qb
    .selectFrom('classes as c')
    .select('c.class_id')
    .where('c.org_id', '=', orgId)
    .where(sql<boolean>`c.class_id = any(${[...ids]}::text[])`)
    .where(classesInScope(scope, 'c'));

/** Students at school in some classes, by class and name. */
export const studentsOfClasses = (orgId: string, scope: Scope, classIds: readonly string[], limit: number) =>
  qb
    .selectFrom('students as s')
    .innerJoin('classes as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.class_id', '=', 's.class_id'))
    .select(['s.child_id', 's.child_name'])
    .where('s.org_id', '=', orgId)
    .where(sql<boolean>`s.class_id = any(${[...classIds]}::text[])`)
    .where('s.study_status', 'in', [STUDY.enrolled, STUDY.suspended])
    .where(studentsInScope(scope, 's'))
    .orderBy('c.period')
    .orderBy('c.grade')
    .orderBy('c.class_no', (o) => o.asc().nullsLast())
    .orderBy('c.class_name')
    .orderBy('s.name_pinyin')
    .orderBy('s.child_id')
    .limit(limit);
