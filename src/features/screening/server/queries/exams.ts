import { sql, type Selectable, type Updateable } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { contains } from '../../../../platform/resources/server/queries/rows/expressions.ts';
import { slot } from '../../../../platform/resources/server/queries/rows/plan.ts';
import type { ExamsTable } from './tables.ts';

export type Exam = Selectable<ExamsTable>;

/** The first sheets of the students in a scope; retakes do not count twice. */
const sheets = (scope: Scope, more = sql``) => sql`(select count(*)::int4 from exam_sheets h ${
  scope.kind === 'all' ? sql`` : sql`join students s on s.org_id = h.org_id and s.child_id = h.child_id`
} where h.org_id = t.org_id and h.exam_id = t.exam_id and h.attempt = 1
  ${scope.kind === 'all' ? sql`` : sql`and ${studentsInScope(scope, 's')}`} ${more})`;

const creator = sql`a.user_id = t.created_by`;

/**
 * Plans as a resource. A role with a partial scope sees those with a sheet of a student in its scope, and those that
 * its holder made.
 */
export const examRows: RowTable = {
  computed: {
    status: sql`(case when t.status <> 'published' then t.status when t.ends_at <= ${slot('now')}::timestamptz then 'closed'
      when t.starts_at <= ${slot('now')}::timestamptz then 'running' else 'published' end)`,
    students: (scope) => sheets(scope),
    submitted: (scope) => sheets(scope, sql`and h.submitted_at is not null`),
    // The plan while it binds: not one that is withdrawn, or of an institution that the school has left.
    bureau_plan_id: sql`(case when exists (select from bureau_plans p where p.org_id = (select o.parent_org_id from orgs o where o.org_id = t.org_id)
      and p.plan_id = t.bureau_plan_id and p.withdrawn_at is null) then t.bureau_plan_id end)`,
    created_by_name: sql`(select a.real_name from accounts a where ${creator})`,
  },
  compared: ['bureau_plan_id'],
  found: {
    created_by_name: (wanted) =>
      sql`exists (select from accounts a where ${creator} and ${contains(sql.ref('a.real_name'), wanted)})`,
  },
  within: (scope) =>
    scope.kind === 'all'
      ? sql<boolean>`true`
      : sql<boolean>`(t.created_by = ${slot('userId')} or exists (select from exam_sheets h join students s on s.org_id = h.org_id and s.child_id = h.child_id
          where h.org_id = t.org_id and h.exam_id = t.exam_id and ${studentsInScope(scope, 's')}))`,
};

export const examsOf = (orgId: string, ids: readonly string[]) =>
  qb
    .selectFrom('exams')
    .select(['exam_id', 'status', 'starts_at', 'ends_at', 'scope', 'created_by'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`exam_id = any(${ids}::text[])`);

export const examById = (orgId: string, examId: string) =>
  qb.selectFrom('exams').selectAll().where('org_id', '=', orgId).where('exam_id', '=', examId);
export const lockExam = (orgId: string, examId: string) => examById(orgId, examId).forUpdate();

type Change = Pick<
  Updateable<ExamsTable>,
  'status' | 'published_at' | 'published_by' | 'closed_at' | 'ends_at' | 'consent_text'
> & { scale_versions?: Readonly<Record<string, string>> };

/** Changes a locked plan; `updated_at` becomes later than any value that a client may have read. */
export const changeExam = (orgId: string, examId: string, { scale_versions, ...set }: Change, at: string) =>
  qb
    .updateTable('exams')
    .set({
      ...set,
      ...(scale_versions && { scale_versions: sql`${JSON.stringify(scale_versions)}::jsonb` }),
      updated_at: sql<string>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')`,
    })
    .where('org_id', '=', orgId)
    .where('exam_id', '=', examId);
