import { sql } from 'kysely';
import { studentsInScope, type GradeOfPeriod, type Scope } from '../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../platform/db/server/query-builder.ts';
import { VALID_STATUS, WARN_SOURCE } from '../../crisis/public.ts';
import type { Cell } from '../rules/cells.ts';
import type { NormRow } from '../rules/norm-means.ts';
import type { ClassCounts } from '../rules/places.ts';

/** Exact counts of a school's screening that follows a plan, kept by triggers (migration 0065). */
export interface ExamCountsTable {
  org_id: string;
  exam_id: string;
  /** Grade: `period-grade`. */
  part: string;
  /** 0 where it is not known. */
  sex: number;
  scale_id: string;
  version: string;
  norm_set: string;
  dimension_id: string;
  /** Empty without a band. */
  band_id: string;
  state: Cell['state'];
  n: number;
  positive: number;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    exam_counts: ExamCountsTable;
  }
}

/** The part of a screening that a report is about; everything in scope where neither is given. */
export interface Place {
  grade?: GradeOfPeriod | undefined;
  classId?: string | undefined;
}

/** First sheets of a screening, as `h` with their students as `s`: a retake does not count a student again. */
const sheets = (scope: Scope) => sql`
  from exam_sheets h join students s on s.org_id = h.org_id and s.child_id = h.child_id
    ${scope.kind === 'all' ? sql`` : sql`and ${studentsInScope(scope, 's')}`}`;
const first = (orgId: string, examId: string) => sql`h.org_id = ${orgId} and h.exam_id = ${examId} and h.attempt = 1`;
const within = ({ grade, classId }: Place) =>
  sql`${
    grade ? sql`and h.period = ${grade.period} and h.grade = ${grade.grade}` : sql``
  } ${classId === undefined ? sql`` : sql`and h.class_id = ${classId}`}`;

/** How many students of each class take part, in the order of the class tree; withdrawn ones are only counted. */
export const classCounts = (orgId: string, examId: string, scope: Scope) =>
  sql<ClassCounts>`
  select h.period, h.grade, h.class_id, h.class_name,
    count(*) filter (where h.withdrawn_at is null)::int4 as asked,
    count(*) filter (where h.withdrawn_at is null and h.submitted_at is not null)::int4 as submitted,
    count(*) filter (where h.withdrawn_at is null and h.submitted_at is null and h.started_at is not null)::int4 as under_way,
    count(*) filter (where h.withdrawn_at is null and h.submitted_at is null and h.started_at is null and h.needs_consent and h.consented_at is null)::int4 as waiting_consent,
    count(*) filter (where h.withdrawn_at is null and h.submitted_at is not null and h.incomplete)::int4 as incomplete,
    count(h.withdrawn_at)::int4 as withdrawn
  ${sheets(scope)} where ${first(orgId, examId)}
  group by h.period, h.grade, h.class_id, h.class_name
  order by h.period nulls last, h.grade nulls last, length(h.class_name), h.class_name, h.class_id`.compile(qb);

/** Results in force of a screening, counted by dimension and band, by grade or by class. */
export const cellsOf = (orgId: string, examId: string, scope: Scope, place: Place, by: 'grade' | 'class') =>
  sql<Required<Cell>>`
  select ${by === 'grade' ? sql`coalesce(h.period || '-' || h.grade, '')` : sql`coalesce(h.class_id, '')`} as part,
    s.sex, r.scale_id, r.version, r.wording, r.norm_set, d.dimension_id, d.band_id,
    case when not r.valid then 'void' when jsonb_array_length(r.marks) = 0 then 'attentive' else 'marked' end as state,
    count(*)::int4 as n, count(*) filter (where r.positive)::int4 as positive,
    count(d.score)::int4 as scored, coalesce(sum(d.score), 0)::float8 as sum, coalesce(sum(d.score * d.score), 0)::float8 as squares
  ${sheets(scope)}
  join exam_results r on r.org_id = h.org_id and r.exam_id = h.exam_id and r.child_exam_id = h.child_exam_id and r.ended_at is null
  cross join lateral jsonb_to_recordset(r.dimensions) as d(dimension_id text, band_id text, score float8)
  where ${first(orgId, examId)} and h.withdrawn_at is null and h.submitted_at is not null ${within(place)}
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.compile(qb);

/** Valid scores of a screening in the groups that norms tell apart. Ages as `ageOn` of screening counts them. */
export const normRowsOf = (
  orgId: string,
  examId: string,
  scope: Scope,
  { place, by, scaleIds }: { place: Place; by: 'grade' | 'class'; scaleIds: readonly string[] },
) =>
  sql<NormRow>`
  select ${by === 'grade' ? sql`coalesce(h.period || '-' || h.grade, '')` : sql`coalesce(h.class_id, '')`} as part,
    s.sex, h.period, h.grade, extract(year from age((h.submitted_at at time zone 'Asia/Shanghai')::date, s.born_on))::int4 as age,
    r.scale_id, r.version, r.norm_set, d.dimension_id, count(*)::int4 as n
  ${sheets(scope)}
  join exam_results r on r.org_id = h.org_id and r.exam_id = h.exam_id and r.child_exam_id = h.child_exam_id and r.ended_at is null
  cross join lateral jsonb_to_recordset(r.dimensions) as d(dimension_id text, score float8)
  where ${first(orgId, examId)} and h.withdrawn_at is null and h.submitted_at is not null ${within(place)}
    and r.valid and d.score is not null and r.scale_id = any(${[...scaleIds]}::text[])
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.compile(qb);

export interface FormerExam {
  exam_id: string;
  exam_name: string;
  starts_at: string;
  norm_sets: Record<string, string>;
}

/** The screening with a common scale that began about a year before this one. */
export const examBefore = (orgId: string, examId: string) =>
  sql<FormerExam>`
  select p.exam_id, p.exam_name, p.starts_at, p.norm_sets from exams e
  join exams p on p.org_id = e.org_id and p.exam_id <> e.exam_id and p.status <> 'draft' and p.scale_ids && e.scale_ids
    and p.starts_at between e.starts_at - interval '550 days' and e.starts_at - interval '120 days'
  where e.org_id = ${orgId} and e.exam_id = ${examId}
  order by abs(extract(epoch from p.starts_at - (e.starts_at - interval '365 days'))), p.exam_id limit 1`.compile(qb);

export interface FollowRow {
  child_id: string;
  child_name: string;
  class_name: string | null;
  state: 'waiting' | 'confirmed';
  crisis_level: number | null;
}

/**
 * Students with a warning of the screening that was not found invalid, as `found`; on request also those with a
 * positive result and no warning.
 */
export const toFollow = (
  orgId: string,
  examId: string,
  scope: Scope,
  { withPositive, ...place }: Place & { withPositive: boolean },
) => sql`
  with listed as (
    select distinct on (h.child_id) h.child_id, h.class_name, h.period, h.grade, s.child_name, s.name_pinyin,
      w.valid_status, w.crisis_level
    ${sheets(scope)}
    left join screening_hits k on k.org_id = h.org_id and k.exam_id = h.exam_id and k.child_exam_id = h.child_exam_id
    left join warns w on w.org_id = k.org_id and w.warn_id = k.warn_id and w.source = ${sql.lit(WARN_SOURCE.assessment)}
    where h.org_id = ${orgId} and h.exam_id = ${examId} and h.withdrawn_at is null ${within(place)}
      and (w.warn_id is not null ${
        withPositive
          ? sql`or exists (select from exam_results r where r.org_id = h.org_id and r.child_exam_id = h.child_exam_id
        and r.ended_at is null and r.positive)`
          : sql``
      })
    order by h.child_id, (w.valid_status = ${sql.lit(VALID_STATUS.valid)}) desc nulls last, (w.valid_status = ${sql.lit(VALID_STATUS.pending)}) desc nulls last
  ), found as (select * from listed where valid_status is distinct from ${sql.lit(VALID_STATUS.invalid)})`;
type ToFollow = ReturnType<typeof toFollow>;

export const followUpTotal = (found: ToFollow) =>
  sql<{ total: number }>`${found} select count(*)::int4 as total from found`.compile(qb);

/** A page of these students, by class and name. */
export const followUp = (found: ToFollow, { size, offset }: { size: number; offset: number }) =>
  sql<FollowRow>`
  ${found}
  select child_id, child_name, class_name, case when valid_status = ${sql.lit(VALID_STATUS.valid)} then 'confirmed' else 'waiting' end as state,
    case when valid_status = ${sql.lit(VALID_STATUS.valid)} then crisis_level end as crisis_level
  from found
  order by period nulls last, grade nulls last, length(class_name), class_name, name_pinyin, child_id
  limit ${size} offset ${offset}`.compile(qb);

/** What the schools' screenings of a plan count. Tenant: the institution; row-level security opens its own plans. */
export const countsOfPlan = (bureauId: string, planId: string, schoolIds: readonly string[]) =>
  sql<Omit<ExamCountsTable, 'exam_id'>>`
  select c.org_id, c.part, c.sex, c.scale_id, c.version, c.norm_set, c.dimension_id, c.band_id, c.state, c.n, c.positive
  from bureau_answers b join exam_counts c on c.org_id = b.org_id and c.exam_id = b.exam_id and c.n > 0
  where b.bureau_id = ${bureauId} and b.plan_id = ${planId} and b.org_id = any(${schoolIds}::text[])`.compile(qb);
