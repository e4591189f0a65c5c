import { sql } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';

/** The sheets of a plan in a role's scope, as `h`; withdrawn ones are nowhere but in the plan, retakes count once. */
const sheets = (orgId: string, examId: string, scope: Scope) => sql`
  from exam_sheets h ${scope.kind === 'all' ? sql`` : sql`join students s on s.org_id = h.org_id and s.child_id = h.child_id and ${studentsInScope(scope, 's')}`}
  where h.org_id = ${orgId} and h.exam_id = ${examId} and h.attempt = 1 and h.withdrawn_at is null`;

const isWaiting = sql`(h.needs_consent and h.consented_at is null and h.submitted_at is null)`;

export interface ClassProgress {
  class_id: string | null;
  class_name: string | null;
  total: number;
  started: number;
  submitted: number;
  waiting_consent: number;
}

/** Numbers by class, in the order of the class tree. */
export const progressByClass = (orgId: string, examId: string, scope: Scope) =>
  sql<ClassProgress>`
  select h.class_id, h.class_name, count(*)::int4 as total, count(h.started_at)::int4 as started, count(h.submitted_at)::int4 as submitted,
    count(*) filter (where ${isWaiting})::int4 as waiting_consent ${sheets(orgId, examId, scope)}
  group by h.class_id, h.class_name, h.period, h.grade order by h.period nulls last, h.grade nulls last, length(h.class_name), h.class_name, h.class_id`.compile(
    qb,
  );

/** Students of a class who have not submitted, by name. */
export const missingOfClass = (orgId: string, examId: string, scope: Scope, classId: string) =>
  sql<{
    child_id: string;
    child_name: string;
    student_no: string;
    waiting: boolean;
    started: boolean;
    answered: number;
    total: number;
    has_account: boolean;
  }>`
  select c.child_id, c.child_name, c.student_no, ${isWaiting} as waiting, h.started_at is not null as started, h.answered, h.total, c.user_id is not null as has_account
  from exam_sheets h join students c on c.org_id = h.org_id and c.child_id = h.child_id
  where h.org_id = ${orgId} and h.exam_id = ${examId} and h.class_id = ${classId} and h.attempt = 1 and h.withdrawn_at is null and h.submitted_at is null
    and ${studentsInScope(scope, 'c')} order by c.name_pinyin, c.child_id`.compile(qb);

export interface Awaited {
  child_id: string;
  class_id: string | null;
  /** Account of the student. */
  user_id: string | null;
  waiting: boolean;
}

/** Sheets that are not submitted, with the account of the student; of one class where it is given. */
export const awaitedSheets = (orgId: string, examId: string, scope: Scope, classId: string | undefined) =>
  sql<Awaited>`
  select c.child_id, h.class_id, c.user_id, ${isWaiting} as waiting
  from exam_sheets h join students c on c.org_id = h.org_id and c.child_id = h.child_id
  where h.org_id = ${orgId} and h.exam_id = ${examId} and h.attempt = 1 and h.withdrawn_at is null and h.submitted_at is null
    and ${studentsInScope(scope, 'c')} and (${classId ?? null}::text is null or h.class_id = ${classId ?? null})`.compile(
    qb,
  );

/** Sheets of running screenings that consents recorded at a time have opened, with the students' accounts. */
export const openedSheets = (orgId: string, childIds: readonly string[], at: string) =>
  sql<{ exam_id: string; user_id: string | null }>`
  select distinct h.exam_id, c.user_id from exam_sheets h
  join exams e on e.org_id = h.org_id and e.exam_id = h.exam_id
  join students c on c.org_id = h.org_id and c.child_id = h.child_id
  where h.org_id = ${orgId} and h.child_id = any(${childIds}::text[]) and h.consented_at = ${at}::timestamptz
    and h.submitted_at is null and h.withdrawn_at is null and e.status = 'published' and e.starts_at <= ${at}::timestamptz
    and e.ends_at > ${at}::timestamptz
  order by h.exam_id`.compile(qb);

/** Accounts of the guardians of some children; a guardian without an account has none. */
export const guardianAccounts = (orgId: string, childIds: readonly string[]) =>
  sql<{ guardian_id: string; user_id: string | null }>`
  select distinct g.guardian_id, g.user_id from guardian_children l join guardians g on g.org_id = l.org_id and g.guardian_id = l.guardian_id
  where l.org_id = ${orgId} and l.relation <> 0 and l.child_id = any(${childIds}::text[])`.compile(qb);

/** Accounts of the teachers whose role is limited to some of these classes. */
export const classTeachersOf = (orgId: string, classIds: readonly string[]) =>
  sql<{ user_id: string; class_id: string }>`
  select distinct m.user_id, k.class_id from memberships m join teachers t on t.org_id = m.org_id and t.user_id = m.user_id and t.enabled
  join unnest(${classIds}::text[]) as k(class_id) on m.role_extend -> 'class_ids' ? k.class_id
  where m.org_id = ${orgId} and m.identity = ${sql.lit(IDENTITY.staff)} and m.role_extend ? 'class_ids'`.compile(qb);
