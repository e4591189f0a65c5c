import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** A grade of a period; grades of different periods may share a number (`spec §3`, `grade_combos`). */
export interface GradeOfPeriod {
  period: number;
  grade: number;
}

/** Parts of an organisation; rows of any of these parts are in scope. */
export interface Parts {
  readonly periods?: readonly number[];
  readonly grades?: readonly GradeOfPeriod[];
  readonly classIds?: readonly string[];
  readonly collegeIds?: readonly string[];
  readonly majorIds?: readonly string[];
  /** Schools of an institution. */
  readonly schoolIds?: readonly string[];
  /** Single students. */
  readonly childIds?: readonly string[];
  /** The student with this account. */
  readonly studentAccount?: string;
  /** The children of the guardian with this account. */
  readonly guardianAccount?: string;
}

/**
 * The rows of an entity on which a role may act: every row of the organisation, none, or those of some parts.
 * `access.scope` decides; queries turn it into a where clause.
 */
export type Scope = { kind: 'all' } | { kind: 'none' } | ({ kind: 'parts' } & Parts);

/** Parts that name people: those of students, guardians and sessions for one child. */
export type People = Pick<Parts, 'childIds' | 'guardianAccount' | 'studentAccount'>;

/** The people of a scope that is about nothing else; undefined for any other scope. */
export function peopleIn(scope: Scope): People | undefined {
  if (scope.kind !== 'parts') return undefined;
  const { kind: _kind, childIds, guardianAccount, studentAccount, ...others } = scope;
  return Object.values(others).some((part: unknown) => part !== undefined)
    ? undefined
    : {
        ...(childIds && { childIds }),
        ...(guardianAccount !== undefined && { guardianAccount }),
        ...(studentAccount !== undefined && { studentAccount }),
      };
}

type Condition = RawBuilder<SqlBool>;

/** The rows in those parts for which the entity has a condition; a part without a condition contains none of its rows. */
function within(scope: Scope, conditions: (parts: Parts) => readonly (Condition | undefined)[]): Condition {
  if (scope.kind === 'all') return sql<SqlBool>`true`;
  if (scope.kind === 'none') return sql<SqlBool>`false`;
  const { kind: _, ...parts } = scope;
  const [first, ...others] = conditions(parts).filter((condition) => condition !== undefined);
  if (!first) return sql<SqlBool>`false`;
  return others.length === 0 ? first : sql<SqlBool>`(${sql.join([first, ...others], sql` or `)})`;
}

const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`);

/** The classes in a scope, as a where clause over `classes` or its alias. */
export const classesInScope = (scope: Scope, alias = 'classes'): Condition =>
  within(scope, ({ classIds, grades, periods, collegeIds, majorIds }) => [
    classIds && sql<SqlBool>`${column(alias, 'class_id')} = any(${classIds}::text[])`,
    grades &&
      sql<SqlBool>`(${column(alias, 'period')}, ${column(alias, 'grade')}) in (select * from unnest(${grades.map((g) => g.period)}::int[], ${grades.map((g) => g.grade)}::int[]))`,
    periods && sql<SqlBool>`${column(alias, 'period')} = any(${periods}::int[])`,
    collegeIds && sql<SqlBool>`${column(alias, 'college_id')} = any(${collegeIds}::text[])`,
    majorIds && sql<SqlBool>`${column(alias, 'major_id')} = any(${majorIds}::text[])`,
  ]);

/**
 * The students in a scope, by their class; a student without a class is in scope only where everything is. Uses pairs,
 * as all conditions on rows about students do: a subquery that refers to the outer row would run again for each row.
 */
export const studentsInScope = (scope: Scope, alias = 'students'): Condition =>
  within(scope, ({ classIds, childIds, studentAccount, guardianAccount, ...parts }) => [
    studentAccount === undefined ? undefined : sql<SqlBool>`${column(alias, 'user_id')} = ${studentAccount}`,
    guardianAccount === undefined
      ? undefined
      : sql<SqlBool>`(${column(alias, 'org_id')}, ${column(alias, 'child_id')}) in (
      select own.org_id, own.child_id from guardian_children own
      join guardians g on g.org_id = own.org_id and g.guardian_id = own.guardian_id where g.user_id = ${guardianAccount})`,
    childIds && sql<SqlBool>`${column(alias, 'child_id')} = any(${childIds}::text[])`,
    classIds && sql<SqlBool>`${column(alias, 'class_id')} = any(${classIds}::text[])`,
    Object.values(parts).some((list: unknown) => list !== undefined)
      ? sql<SqlBool>`(${column(alias, 'org_id')}, ${column(alias, 'class_id')}) in (
      select reached.org_id, reached.class_id from classes as reached where ${classesInScope({ kind: 'parts', ...parts }, 'reached')})`
      : undefined,
  ]);

/** The schools of an institution that are in a scope, over `orgs` or its alias. */
export const schoolsInScope = (scope: Scope, alias = 'orgs'): Condition =>
  within(scope, ({ schoolIds }) => [schoolIds && sql<SqlBool>`${column(alias, 'org_id')} = any(${schoolIds}::text[])`]);

/** Whether every class of a grade is in scope. */
export const gradeInScope = (scope: Scope, { period, grade }: GradeOfPeriod): boolean =>
  scope.kind === 'all' ||
  (scope.kind === 'parts' &&
    (scope.periods?.includes(period) === true ||
      scope.grades?.some((each) => each.period === period && each.grade === grade) === true));

/** The facts of a class that decide whether it is in scope. */
export interface ClassPlace {
  class_id: string;
  period: number;
  grade: number;
  college_id: string | null;
  major_id: string | null;
}

/** Whether a class is in scope; an unknown class is in scope only where everything is. */
export function classInScope(scope: Scope, place: ClassPlace | undefined): boolean {
  if (scope.kind !== 'parts' || !place) return scope.kind === 'all';
  const { period, grade, class_id, college_id, major_id } = place;
  return (
    scope.classIds?.includes(class_id) === true ||
    scope.periods?.includes(period) === true ||
    scope.grades?.some((each) => each.period === period && each.grade === grade) === true ||
    (college_id !== null && scope.collegeIds?.includes(college_id) === true) ||
    (major_id !== null && scope.majorIds?.includes(major_id) === true)
  );
}
