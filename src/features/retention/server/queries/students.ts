import { sql, type CompiledQuery } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { leftAt } from '../../../../platform/resources/server/queries/child-records.ts';
import type { Blocker, RetentionKind } from '../../rules.ts';

/** Tables whose rows a person would count, by kind. All have an org_id and a child_id. */
const COUNTED: readonly (readonly [RetentionKind, string])[] = [
  ['screening', 'exam_sheets'],
  ['screening', 'exam_totals'],
  ['screening', 'exam_consents'],
  ['screening', 'talk_requests'],
  ['intervention', 'interventions'],
  ['intervention', 'interviews'],
  ['intervention', 'consultations'],
  ['intervention', 'referrals'],
  ['intervention', 'follow_ups'],
  ['intervention', 'sandplays'],
  ['intervention', 'drawings'],
  ['intervention', 'custom_interventions'],
  ['crisis', 'warns'],
  ['crisis', 'crisis_cases'],
  ['crisis', 'concern_levels'],
  ['comment', 'comments'],
  ['record', 'students'],
];

/** How many records of each kind there are about each child. @param childId Only this child; null for all */
export const recordsByChild = (
  orgId: string,
  childId: string | null = null,
): CompiledQuery<{ child_id: string; kind: RetentionKind; n: number }> => {
  const one = childId === null ? sql`true` : sql`t.child_id = ${childId}`;
  const parts = COUNTED.map(
    ([kind, table]) =>
      sql`select t.child_id, ${sql.lit(kind)} as kind, count(*)::int as n from ${sql.table(table)} t where t.org_id = ${orgId} and ${one} group by t.child_id`,
  );
  const answers = sql`select t.child_id, 'answers' as kind, count(*)::int as n from exam_sheets t where t.org_id = ${orgId} and ${one}
    and (t.answers is not null or exists (select from exam_answers a where a.org_id = t.org_id and a.child_exam_id = t.child_exam_id)) group by t.child_id`;
  return sql<{ child_id: string; kind: RetentionKind; n: number }>`
    select child_id, kind, sum(n)::int as n from (${sql.join([answers, ...parts], sql` union all `)}) counted group by child_id, kind`.compile(
    qb,
  );
};

/** What else the school holds, and how old the oldest is. */
export const otherHoldings = (orgId: string) =>
  sql<{ kind: 'file' | 'export' | 'import' | 'chat' | 'log'; n: number; since: string | null }>`
    select 'file' as kind, count(*)::int as n, min(created_at) as since from media_files where org_id = ${orgId}
    union all select 'export', count(*)::int, min(created_at) from export_tasks where org_id = ${orgId}
    union all select 'import', count(*)::int, min(created_at) from imports where org_id = ${orgId}
    union all select 'chat', count(*)::int, min(created_at) from ai_conversations where org_id = ${orgId}
    union all select 'log', count(*)::int, min(at) from audit_logs where org_id = ${orgId}`.compile(qb);

const blocker = (name: Blocker, condition: ReturnType<typeof sql>) =>
  sql`case when ${condition} then ${sql.lit(name)} end`;

/** Why a student may not be touched. */
const blockers = (at: string) => sql<Blocker[]>`array_remove(array[
  ${blocker('hold', sql`exists (select from legal_holds h where h.org_id = s.org_id and h.subject_id = s.child_id and h.lifted_at is null)`)},
  ${blocker('exam', sql`exists (select from exam_sheets h join exams e on e.org_id = h.org_id and e.exam_id = h.exam_id where h.org_id = s.org_id and h.child_id = s.child_id and h.withdrawn_at is null and e.status = 'published' and e.ends_at > ${at}::timestamptz)`)},
  ${blocker('case', sql`exists (select from crisis_cases c where c.org_id = s.org_id and c.child_id = s.child_id and c.status = 1)`)},
  ${blocker('warn', sql`exists (select from warns w where w.org_id = s.org_id and w.child_id = s.child_id and w.valid_status = 0 and not w.drill)`)},
  ${blocker('referral', sql`exists (select from referrals r where r.org_id = s.org_id and r.child_id = s.child_id and r.status < 128)`)},
  ${blocker('quarantine', sql`exists (select from erasure_items i where i.org_id = s.org_id and i.subject_id = s.child_id and i.status in (3, 4))`)}
], null)`;

/** Students who have left. @param childIds Only these */
export const leftStudents = (orgId: string, at: string, childIds?: readonly string[]) => {
  const all = qb
    .selectFrom('students as s')
    .select(['s.child_id', 's.child_name', 's.student_no', leftAt.as('left_at'), blockers(at).as('blockers')])
    .where('s.org_id', '=', orgId)
    .where('s.study_status', 'in', [3, 4])
    .orderBy('s.name_pinyin')
    .orderBy('s.child_id');
  return childIds ? all.where(sql<boolean>`s.child_id = any(${childIds}::text[])`) : all;
};

/** Why one student may not be touched, whether here or gone. */
export const blockersOf = (orgId: string, childId: string, at: string) =>
  qb
    .selectFrom('students as s')
    .select(['s.study_status', blockers(at).as('blockers')])
    .where('s.org_id', '=', orgId)
    .where('s.child_id', '=', childId);

/** The student who has a number. */
export const takenNumber = (orgId: string, studentNo: string) =>
  qb.selectFrom('students').select('child_id').where('org_id', '=', orgId).where('student_no', '=', studentNo);
