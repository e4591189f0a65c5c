import { sql, type Generated, type Insertable, type RawBuilder } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { contains } from '../../../../platform/resources/server/queries/rows/expressions.ts';
import { slot } from '../../../../platform/resources/server/queries/rows/plan.ts';
import type { WarnProgress } from '../../../../platform/schema/generated/enums.ts';
import { STUDY } from '../../../students/public.ts';

/** A warning about a student, by a person, a screening or the assistant; its text is encrypted. */
export interface WarnsTable {
  org_id: string;
  warn_id: string;
  child_id: string;
  /** Set once the warning is valid. */
  case_id: string | null;
  /** Class at the time of the report, as are the next three columns. */
  class_id: string | null;
  class_name: string | null;
  period: number | null;
  grade: number | null;
  source: number;
  /** Id in the source; a source raises a warning only once for it. */
  source_ref: string | null;
  rule: string | null;
  category_id: string | null;
  warn_content: string;
  source_type: number | null;
  student_consulting_id: string | null;
  suggested_level: number | null;
  reporter_id: string;
  reported_at: string;
  valid_status: Generated<number>;
  crisis_level: number | null;
  reason: string | null;
  verified_by: string | null;
  verified_at: string | null;
  acknowledged_by: string | null;
  acknowledged_at: string | null;
  drill: Generated<boolean>;
  /** When the verdict is due; only warnings that ask for an interview have it. */
  verdict_due: Generated<string | null>;
  version: Generated<number>;
  ext: Generated<Record<string, unknown>>;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    warns: WarnsTable;
  }
}

/** Restricts rows to students within a scope by their current class, so that a new class teacher sees earlier warnings. */
export const aboutStudents = (scope: Scope, alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.org_id`)}, ${sql.ref(`${alias}.child_id`)}) in (select about.org_id, about.child_id from students as about where ${studentsInScope(scope, 'about')})`;

/** Restricts rows to students whose name contains a text. */
export const ofChildNamed = (wanted: Parameters<typeof contains>[0]) =>
  sql`t.child_id in (select named.child_id from students as named where named.org_id = ${slot('orgId')} and ${contains(sql.ref('named.child_name'), wanted)})`;

const nameOf = (column: string) =>
  sql<string | null>`(select a.real_name from accounts a where a.user_id = ${sql.ref(column)})`;

/**
 * How far an unverified warning `t` is. Overdue: the interview's day has passed, or the escalation has reached its next
 * step and the warning is not acknowledged. Escalations in other states than these two belong to acknowledged or
 * verified warnings. Inside of `exists` only the two keys refer to `t`: so PostgreSQL can read the index
 * `escalations_live` once for all warnings.
 */
const progressAt = (now: RawBuilder<unknown>) => sql<WarnProgress | null>`(case when t.valid_status <> 0 then null
      when t.verdict_due <= ${now}::timestamptz or (t.acknowledged_at is null and exists (
        select from escalations e where e.org_id = t.org_id and e.warn_id = t.warn_id and e.state in ('running', 'exhausted') and (e.state = 'exhausted'
          or e.step > (select min(f.step) from escalation_tellings f where f.org_id = e.org_id and f.warn_id = e.warn_id)))) then 'overdue'
      when t.acknowledged_at is not null then 'taken' else 'waiting' end)`;

/** Warnings as a resource. Drills are listed only on request. */
export const warnRows: RowTable = {
  computed: {
    child_name: sql`(select s.child_name from students s where s.org_id = t.org_id and s.child_id = t.child_id)`,
    reporter_name: sql`coalesce(${nameOf('t.reporter_id')}, '系统')`,
    verified_by_name: nameOf('t.verified_by'),
    acknowledged: sql`(t.acknowledged_at is not null)`,
    acknowledged_by_name: nameOf('t.acknowledged_by'),
    // A rule names bands; before the verdict it is shown with the warning, to those who verify. So is the level.
    rule: sql`(case when t.valid_status = 0 and t.verdict_due is not null then null else t.rule end)`,
    suggested_level: sql`(case when t.valid_status = 0 and t.verdict_due is not null then null else t.suggested_level end)`,
    interview: sql`(case when t.valid_status <> 0 or t.verdict_due is null then null when t.verdict_due <= ${slot('now')}::timestamptz then 'overdue' else 'due' end)`,
    progress: progressAt(slot('now')),
    waiting_minutes: sql`(case when t.valid_status = 0
      then floor(extract(epoch from ${slot('now')}::timestamptz - t.reported_at) / 60)::int4 end)`,
    waiting_days: sql`(case when t.valid_status = 0 and t.verdict_due is not null
      then floor(extract(epoch from ${slot('now')}::timestamptz - t.reported_at) / 86400)::int4 end)`,
  },
  found: { child_name: ofChildNamed },
  unasked: { drill: sql`not t.drill` },
  within: aboutStudents,
};

const warnQuery = (orgId: string) =>
  qb
    .selectFrom('warns as t')
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 't.org_id').onRef('s.child_id', '=', 't.child_id'),
    )
    .select([
      't.warn_id',
      't.child_id',
      's.child_name',
      't.case_id',
      't.class_name',
      't.source',
      't.rule',
      't.category_id',
      't.warn_content',
      't.source_type',
      't.student_consulting_id',
      't.suggested_level',
      't.reporter_id',
      't.reported_at',
      't.valid_status',
      't.crisis_level',
      't.reason',
      't.verified_by',
      't.verified_at',
      't.acknowledged_by',
      't.acknowledged_at',
      't.drill',
      't.verdict_due',
      't.version',
      nameOf('t.reporter_id').as('reporter_name'),
      nameOf('t.verified_by').as('verified_by_name'),
      nameOf('t.acknowledged_by').as('acknowledged_by_name'),
    ])
    .where('t.org_id', '=', orgId);

/** A warning about a student within a scope. */
export const warnById = (orgId: string, scope: Scope, warnId: string) =>
  warnQuery(orgId).where('t.warn_id', '=', warnId).where(aboutStudents(scope, 't'));
/** The same, locked until the transaction ends. */
export const lockWarn = (orgId: string, scope: Scope, warnId: string) => warnById(orgId, scope, warnId).forUpdate('t');
/** Warnings of a student without drills, latest first. */
export const warnsOfChild = (orgId: string, childId: string) =>
  warnQuery(orgId)
    .where('t.child_id', '=', childId)
    .where('t.drill', '=', false)
    .orderBy('t.reported_at', 'desc')
    .orderBy('t.warn_id', 'desc');
/** Warnings of a case, oldest first. */
export const warnsOfCase = (orgId: string, caseId: string) =>
  warnQuery(orgId).where('t.case_id', '=', caseId).orderBy('t.reported_at').orderBy('t.warn_id');

const reportedBy = (orgId: string, userId: string) =>
  qb
    .selectFrom('warns as t')
    .where('t.org_id', '=', orgId)
    .where('t.reporter_id', '=', userId)
    .where('t.drill', '=', false);
/** State of a report: verified, taken on by a person, or still waiting. */
const reportState = sql<string>`(case when t.verified_at is not null then 'verified' when t.acknowledged_at is not null then 'taken' else 'waiting' end)`;
/** Reports of a user, latest first, without what needs the right to read warnings. */
export const reportsOf = (orgId: string, userId: string, state: string | undefined, limit: number, offset: number) =>
  reportedBy(orgId, userId)
    .$if(state !== undefined, (q) => q.where(reportState, '=', state ?? ''))
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 't.org_id').onRef('s.child_id', '=', 't.child_id'),
    )
    .select(['t.warn_id', 's.child_name', 't.class_name', 't.category_id', 't.reported_at'])
    .select(['t.verified_at', 't.acknowledged_at'])
    .select([nameOf('t.verified_by').as('verified_by_name'), nameOf('t.acknowledged_by').as('acknowledged_by_name')])
    .orderBy('t.reported_at', 'desc')
    .orderBy('t.warn_id', 'desc')
    .limit(limit)
    .offset(offset);
export const countReports = (orgId: string, userId: string, state: string | undefined) =>
  reportedBy(orgId, userId)
    .$if(state !== undefined, (q) => q.where(reportState, '=', state ?? ''))
    .select((eb) => eb.fn.countAll<number>().as('n'));
/** How many reports of a user are in each state. */
export const reportStates = (orgId: string, userId: string) =>
  reportedBy(orgId, userId)
    .select(reportState.as('state'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .groupBy(reportState);

/** Returns 0 when the source has already raised this warning. */
export const insertWarn = (warn: Insertable<WarnsTable>) =>
  qb
    .insertInto('warns')
    .values(warn)
    .onConflict((c) => c.columns(['org_id', 'source', 'source_ref']).where('source_ref', 'is not', null).doNothing());
export const warnRaisedBy = (orgId: string, source: number, sourceRef: string) =>
  qb
    .selectFrom('warns')
    .select(['warn_id', 'valid_status'])
    .where('org_id', '=', orgId)
    .where('source', '=', source)
    .where('source_ref', '=', sourceRef);

/** The verdicts on what a source raised by these references. */
export const verdictsOn = (orgId: string, source: number, sourceRefs: readonly string[]) =>
  qb
    .selectFrom('warns')
    .select(['source_ref', 'valid_status'])
    .where('org_id', '=', orgId)
    .where('source', '=', source)
    .where(sql<boolean>`source_ref = any(${[...sourceRefs]}::text[])`);

/** The row must be locked. */
export const updateWarn = (
  orgId: string,
  warnId: string,
  change: Partial<
    Pick<
      WarnsTable,
      | 'case_id'
      | 'crisis_level'
      | 'reason'
      | 'verified_by'
      | 'verified_at'
      | 'acknowledged_by'
      | 'acknowledged_at'
      | 'warn_content'
      | 'suggested_level'
    >
  > & { valid_status?: number },
) =>
  qb
    .updateTable('warns')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('org_id', '=', orgId)
    .where('warn_id', '=', warnId);

/** Current students of a class with exactly this name, within a scope. */
export const currentStudentsByName = (orgId: string, scope: Scope, classId: string, name: string) =>
  qb
    .selectFrom('students as s')
    .select(['s.child_id', 's.child_name', 's.student_no'])
    .where('s.org_id', '=', orgId)
    .where('s.class_id', '=', classId)
    .where('s.child_name', '=', name)
    .where('s.study_status', '=', STUDY.enrolled)
    .where(studentsInScope(scope, 's'))
    .orderBy('s.student_no')
    .limit(9);

/** A student with the current class, within a scope. */
export const childToReport = (orgId: string, scope: Scope, childId: string) =>
  qb
    .selectFrom('students as s')
    .leftJoin('classes as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.class_id', '=', 's.class_id'))
    .select(['s.child_id', 's.child_name', 's.class_id', 'c.class_name', 'c.period', 'c.grade'])
    .where('s.org_id', '=', orgId)
    .where('s.child_id', '=', childId)
    .where(studentsInScope(scope, 's'));

/** Students of a school with unverified warnings, by how far these are; a student counts once in each. */
export const studentsByProgress = (orgId: string, now: string) =>
  sql<{ progress: WarnProgress; children: number }>`
  select progress, count(distinct child_id)::int4 as children
  from (select t.child_id, ${progressAt(sql`${now}`)} as progress from warns t
    where t.org_id = ${orgId} and t.valid_status = 0 and not t.drill) w group by progress`.compile(qb);
