import { sql, type Generated } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/** Colleges and majors of a school. */
export interface CollegesTable {
  org_id: string;
  college_id: string;
  college_name: string;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}
export interface MajorsTable {
  org_id: string;
  major_id: string;
  college_id: string;
  major_name: string;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    colleges: CollegesTable;
    majors: MajorsTable;
  }
}

const currentClasses = (
  of: 'college_id' | 'major_id',
) => sql`(select count(*) from classes c join years y on y.org_id = c.org_id and y.year_id = c.year_id and y.is_current
  where c.org_id = t.org_id and ${sql.ref(`c.${of}`)} = ${sql.ref(`t.${of}`)})`;

const collegeName = sql`(select c.college_name from colleges c where c.org_id = t.org_id and c.college_id = t.college_id)`;

// Colleges and majors belong to the whole school: a role with a partial scope manages none.
const within = () => sql<boolean>`false`;

export const collegeRows: RowTable = {
  computed: {
    major_count: sql`(select count(*) from majors m where m.org_id = t.org_id and m.college_id = t.college_id)`,
    class_count: currentClasses('college_id'),
  },
  sortKeys: { college_name: sql`pinyin_key(t.college_name)` },
  within,
};

export const majorRows: RowTable = {
  computed: {
    college_name: collegeName,
    class_count: currentClasses('major_id'),
  },
  sortKeys: { college_name: sql`pinyin_key(${collegeName})`, major_name: sql`pinyin_key(t.major_name)` },
  within,
};

export const collegesOf = (orgId: string) =>
  qb
    .selectFrom('colleges')
    .select(['college_id', 'college_name'])
    .where('org_id', '=', orgId)
    .orderBy(sql`pinyin_key(college_name)`);
export const majorsOf = (orgId: string) =>
  qb
    .selectFrom('majors')
    .select(['major_id', 'major_name', 'college_id'])
    .where('org_id', '=', orgId)
    .orderBy(sql`pinyin_key(major_name)`);

/** Rows of any year that refer to these colleges; colleges without any are left out. */
export const dependentsOfColleges = (orgId: string, collegeIds: readonly string[]) =>
  sql<{ id: string; majors: number; classes: number }>`
  select * from (select g.college_id as id, (select count(*) from majors m where m.org_id = g.org_id and m.college_id = g.college_id)::int as majors,
    (select count(*) from classes c where c.org_id = g.org_id and c.college_id = g.college_id)::int as classes
    from colleges g where g.org_id = ${orgId} and g.college_id = any(${collegeIds}::text[])) held where majors + classes > 0`.compile(
    qb,
  );

/** Numbers of classes of any year by major; majors without classes are left out. */
export const classesOfMajors = (orgId: string, majorIds: readonly string[]) =>
  qb
    .selectFrom('classes')
    .select(['major_id as id', (eb) => eb.fn.countAll<number>().as('classes')])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`major_id = any(${majorIds}::text[])`)
    .groupBy('major_id');
