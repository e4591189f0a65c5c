import { sql } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { StoredExamStatus } from '../../rules/exam-status.ts';

interface ExamCounts {
  exam_id: string;
  exam_name: string;
  status: StoredExamStatus;
  starts_at: string | null;
  ends_at: string | null;
  total: number;
  started: number;
  submitted: number;
}

/** The sheets in a scope, withdrawn ones and retakes aside, as `h`. */
const sheetsInScope = (orgId: string, scope: Scope) =>
  sql`exam_sheets h ${
    scope.kind === 'all'
      ? sql``
      : sql`join students s on s.org_id = h.org_id and s.child_id = h.child_id and ${studentsInScope(scope, 's')}`
  } where h.org_id = ${orgId} and h.attempt = 1 and not h.imported and h.withdrawn_at is null`;

/** Published plans with sheets in a scope, latest first. */
export const examCounts = (orgId: string, scope: Scope, page: number, size: number) =>
  sql<ExamCounts>`
  select e.exam_id, e.exam_name, e.status, e.starts_at, e.ends_at, n.total, n.started, n.submitted
  from (select h.exam_id, count(*)::int4 as total, count(h.started_at)::int4 as started, count(h.submitted_at)::int4 as submitted
    from ${sheetsInScope(orgId, scope)} group by h.exam_id) n
  join exams e on e.org_id = ${orgId} and e.exam_id = n.exam_id
  order by e.starts_at desc, e.exam_id desc limit ${size} offset ${(page - 1) * size}`.compile(qb);

/** How many plans `examCounts` has in all. */
export const examsInScope = (orgId: string, scope: Scope) =>
  sql<{ total: number }>`select count(distinct h.exam_id)::int4 as total from ${sheetsInScope(orgId, scope)}`.compile(
    qb,
  );

/** The running screenings; none of their sheets is imported. */
const running = (orgId: string, now: string) =>
  sql`e.org_id = ${orgId} and e.status = 'published' and e.starts_at <= ${now}::timestamptz and e.ends_at > ${now}::timestamptz`;
/** A student has one such sheet in a screening. */
const counted = sql`h.attempt = 1 and h.withdrawn_at is null`;

/** All sheets of each running screening: the open and the submitted ones have an index of their own. */
const allNumbers = (orgId: string, now: string) => sql`
  select e.exam_id,
    (select count(*) from exam_sheets h where h.org_id = ${orgId} and h.exam_id = e.exam_id and ${counted} and h.submitted_at is null) as waiting,
    (select count(*) from exam_sheets h where h.org_id = ${orgId} and h.exam_id = e.exam_id and ${counted} and h.submitted_at is not null) as submitted
  from exams e where ${running(orgId, now)}`;

/** The sheets of the students in a scope, who are looked up once for all running screenings. */
const scopedNumbers = (orgId: string, scope: Scope, now: string) => sql`
  select h.exam_id, count(*) - count(h.submitted_at) as waiting, count(h.submitted_at) as submitted
  from exam_sheets h join students s on s.org_id = h.org_id and s.child_id = h.child_id and ${studentsInScope(scope, 's')}
  where h.org_id = ${orgId} and h.exam_id = any(array(select e.exam_id from exams e where ${running(orgId, now)})) and ${counted}
  group by h.exam_id`;

/** Running screenings with sheets in a scope, those that end first in front. */
export const runningCounts = (orgId: string, scope: Scope, now: string, limit: number) =>
  sql<Omit<ExamCounts, 'started'>>`
  with n as materialized (${scope.kind === 'all' ? allNumbers(orgId, now) : scopedNumbers(orgId, scope, now)})
  select e.exam_id, e.exam_name, e.status, e.starts_at, e.ends_at, (n.waiting + n.submitted)::int4 as total, n.submitted::int4
  from n join exams e on e.org_id = ${orgId} and e.exam_id = n.exam_id
  where n.waiting + n.submitted > 0 order by e.ends_at, e.exam_id limit ${limit}`.compile(qb);

/** How many screenings have been published for the current school year. */
export const startedInYear = (orgId: string) =>
  sql<{ n: number }>`select count(*)::int4 as n from exams e join years y on y.org_id = e.org_id and y.is_current
  where e.org_id = ${orgId} and e.status <> 'draft' and e.starts_at >= y.start_on`.compile(qb);

/**
 * Students who take part in running screenings, and those of them who have submitted all of their sheets: by grade, and
 * of the whole school where period and grade are null.
 */
export const studentsInRunning = (orgId: string, now: string) =>
  sql<{ period: number | null; grade: number | null; is_all: boolean; planned: number; submitted: number }>`
  select period, grade, grouping(period) = 1 as is_all, count(*)::int4 as planned,
    count(*) filter (where is_done)::int4 as submitted
  from (
    select h.child_id, c.period, c.grade, bool_and(h.submitted_at is not null) as is_done
    from exam_sheets h
    join exams e on e.org_id = h.org_id and e.exam_id = h.exam_id
    join students s on s.org_id = h.org_id and s.child_id = h.child_id
    join classes c on c.org_id = s.org_id and c.class_id = s.class_id
    where h.org_id = ${orgId} and h.attempt = 1 and not h.imported and h.withdrawn_at is null
      and e.status = 'published' and e.starts_at <= ${now}::timestamptz and e.ends_at > ${now}::timestamptz
    group by h.child_id, c.period, c.grade
  ) students group by grouping sets ((period, grade), ()) order by 3 desc, 1, 2`.compile(qb);
