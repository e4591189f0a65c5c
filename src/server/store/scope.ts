import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** A grade of a period; grades of different periods may share a number (`spec §3`, `grade_combos`). */
export interface GradeOfPeriod { period: number; grade: number }

/**
 * On which rows of an entity a role acts: every row of the organisation, none, or those of some classes or grades, or some schools of an institution.
 * `access.scope` says which; the stores turn it into a where clause.
 */
export type Scope =
  | { kind: 'all' }
  | { kind: 'none' }
  | { kind: 'classes'; classIds: readonly string[] }
  | { kind: 'grades'; grades: readonly GradeOfPeriod[] }
  | { kind: 'schools'; schoolIds: readonly string[] };

const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`);

/** The classes that a scope reaches, as a where clause over `classes` or its alias. */
export function classesInScope(scope: Scope, alias = 'classes'): RawBuilder<SqlBool> {
  switch (scope.kind) {
    case 'all': return sql<SqlBool>`true`;
    case 'none': case 'schools': return sql<SqlBool>`false`;
    case 'classes': return sql<SqlBool>`${column(alias, 'class_id')} = any(${scope.classIds}::text[])`;
    case 'grades': {
      const periods = scope.grades.map((g) => g.period);
      const grades = scope.grades.map((g) => g.grade);
      return sql<SqlBool>`(${column(alias, 'period')}, ${column(alias, 'grade')}) in (select * from unnest(${periods}::int[], ${grades}::int[]))`;
    }
  }
}

/** The students that a scope reaches: by their class, so that one without a class is reached only where everything is. */
export function studentsInScope(scope: Scope, alias = 'students'): RawBuilder<SqlBool> {
  if (scope.kind !== 'grades') return classesInScope(scope, alias);
  return sql<SqlBool>`${column(alias, 'class_id')} in (
    select reached.class_id from classes as reached where reached.org_id = ${column(alias, 'org_id')} and ${classesInScope(scope, 'reached')})`;
}
