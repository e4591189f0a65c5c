import { sql } from 'kysely';
import type { RowTable } from '../../../access/server/queries/row-table.ts';
import { qb } from '../../../db/server/query-builder.ts';

/** The operation log as a resource, read only; the table itself is described in `audit-logs.ts`. */
export const logRows: RowTable = {
  computed: {
    // The operator of the installation, and automatic work, have no account.
    user_name: sql`coalesce((select a.real_name from accounts a where a.user_id = t.user_id), case t.user_id when 'operator' then '平台运维' when 'system' then '系统' end)`,
    // Text, and only in sheets (`operation-log/server`).
    changes: sql`null::text`,
    // The name of an erased person is not shown.
    row_label: sql`(case when t.row_label is null or exists (select from erasures x where x.org_id = t.org_id and x.row_id = t.row_id) then t.row_id else t.row_label end)`,
  },
  // Orders entries of the same millisecond as they were written.
  tie: sql`(select l.seq from audit_links l where l.org_id = t.org_id and l.log_id = t.log_id)`,
  // Only roles with the whole organisation in scope may read it: an entry has no class or grade that could limit a
  // narrower role.
  within: () => sql`false`,
};

export const logEntries = (orgId: string, logIds: readonly string[]) =>
  qb
    .selectFrom('audit_logs')
    .select(['log_id', 'resource', 'row_id', 'before', 'after'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`log_id = any(${logIds}::text[])`);

const studentsOf = (orgId: string) => qb.selectFrom('students as s').where('s.org_id', '=', orgId);

/**
 * Names of classes, years, departments, staff and students, and of the students of warnings and cases; the list may mix
 * all kinds of ids.
 */
export const namesOfIds = (orgId: string, ids: readonly string[]) =>
  qb
    .selectFrom('classes')
    .select([sql<string>`'class'`.as('kind'), 'class_id as id', 'class_name as name'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`class_id = any(${ids}::text[])`)
    .unionAll(
      qb
        .selectFrom('years')
        .select([sql<string>`'year'`.as('kind'), 'year_id as id', 'year_name as name'])
        .where('org_id', '=', orgId)
        .where(sql<boolean>`year_id = any(${ids}::text[])`),
    )
    .unionAll(
      qb
        .selectFrom('departments')
        .select([sql<string>`'department'`.as('kind'), 'department_id as id', 'department_name as name'])
        .where('org_id', '=', orgId)
        .where(sql<boolean>`department_id = any(${ids}::text[])`),
    )
    .unionAll(
      qb
        .selectFrom('departments')
        .select([sql<string>`'before'`.as('kind'), 'department_id as id', 'department_name as name'])
        .where('org_id', '=', orgId)
        .where(sql<boolean>`department_id = any(${ids}::text[])`),
    )
    .unionAll(
      qb
        .selectFrom('teachers')
        .select([sql<string>`'staff'`.as('kind'), 'user_id as id', 'teacher_name as name'])
        .where('org_id', '=', orgId)
        .where(sql<boolean>`user_id = any(${ids}::text[])`),
    )
    .unionAll(
      qb
        .selectFrom('students')
        .select([sql<string>`'row'`.as('kind'), 'child_id as id', 'child_name as name'])
        .where('org_id', '=', orgId)
        .where(sql<boolean>`child_id = any(${ids}::text[])`),
    )
    .unionAll(
      studentsOf(orgId)
        .innerJoin('warns as w', (join) =>
          join.onRef('w.org_id', '=', 's.org_id').onRef('w.child_id', '=', 's.child_id'),
        )
        .select([sql<string>`'row'`.as('kind'), 'w.warn_id as id', 's.child_name as name'])
        .where(sql<boolean>`w.warn_id = any(${ids}::text[])`),
    )
    .unionAll(
      studentsOf(orgId)
        .innerJoin('crisis_cases as k', (join) =>
          join.onRef('k.org_id', '=', 's.org_id').onRef('k.child_id', '=', 's.child_id'),
        )
        .select([sql<string>`'row'`.as('kind'), 'k.case_id as id', 's.child_name as name'])
        .where(sql<boolean>`k.case_id = any(${ids}::text[])`),
    );
