import { sql, type Generated, type GeneratedAlways } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import { classesInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { slot } from '../../../../platform/resources/server/queries/rows/plan.ts';

/** A class of a school in one academic year. */
export interface ClassesTable {
  org_id: string;
  class_id: string;
  year_id: string;
  period: number;
  grade: number;
  class_no: number | null;
  class_name: string;
  college_id: string | null;
  major_id: string | null;
  remark: string | null;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  /** Sort key of the name, by pinyin. */
  name_key: GeneratedAlways<string>;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    classes: ClassesTable;
  }
}

const ENROLLED = 1;

export const classRows: RowTable = {
  computed: {
    // Teachers whose role is limited to this class, read with the list in one statement: there are few such
    // memberships per row.
    head_teachers: sql`(select string_agg(h.teacher_name, '、' order by h.name_key, h.user_id) from memberships m join teachers h on h.org_id = m.org_id and h.user_id = m.user_id and h.enabled
      where m.org_id = t.org_id and m.role_id is not null and m.role_extend ? 'class_ids' and m.role_extend -> 'class_ids' ? t.class_id)`,
    college_name: sql`(select g.college_name from colleges g where g.org_id = t.org_id and g.college_id = t.college_id)`,
    major_name: sql`(select m.major_name from majors m where m.org_id = t.org_id and m.major_id = t.major_id)`,
    year_name: sql`(select y.year_name from years y where y.org_id = t.org_id and y.year_id = t.year_id)`,
    student_count: sql`(select count(*) from students s where s.org_id = t.org_id and s.class_id = t.class_id and s.study_status = ${sql.lit(ENROLLED)})`,
  },
  sortKeys: { class_name: sql.ref('t.name_key') },
  unasked: {
    year_id: sql`t.year_id = coalesce((select y.year_id from years y where y.org_id = ${slot('orgId')} and y.is_current), t.year_id)`,
  },
  within: classesInScope,
};

/** Unique key of a class name (`classes_name`). */
export interface ClassName {
  year_id: string;
  grade: number;
  class_name: string;
}

/** Which of these names are taken, and by which class. */
export const takenNames = (orgId: string, names: readonly ClassName[]) =>
  qb
    .selectFrom('classes')
    .select(['class_id', 'year_id', 'grade', 'class_name'])
    .where('org_id', '=', orgId)
    .where(
      sql<boolean>`(year_id, grade::int4, class_name) in (select * from unnest(${names.map(({ year_id }) => year_id)}::text[], ${names.map(({ grade }) => grade)}::int4[], ${names.map(({ class_name }) => class_name)}::text[]))`,
    );

/** Numbers of students of any status by class; classes without students are left out. */
export const studentsIn = (orgId: string, classIds: readonly string[]) =>
  qb
    .selectFrom('students')
    .select(['class_id', (eb) => eb.fn.countAll<number>().as('students')])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`class_id = any(${classIds}::text[])`)
    .groupBy('class_id');

/**
 * Classes within a scope by id, with whether each is of the current year; true for all in a school without a current
 * year.
 */
export const classesToJoin = (orgId: string, scope: Scope, classIds: readonly string[]) =>
  qb
    .selectFrom('classes')
    .select([
      'class_id',
      'class_name',
      sql<boolean>`year_id = coalesce((select y.year_id from years as y where y.org_id = ${orgId} and y.is_current), year_id)`.as(
        'is_current',
      ),
    ])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`class_id = any(${classIds}::text[])`)
    .where(classesInScope(scope));

/** Position of a class in the school, which decides its scope. */
export const classPlace = (orgId: string, classId: string) =>
  qb
    .selectFrom('classes')
    .select(['class_id', 'period', 'grade', 'college_id', 'major_id'])
    .where('org_id', '=', orgId)
    .where('class_id', '=', classId);
