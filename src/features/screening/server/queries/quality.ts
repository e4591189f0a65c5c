import { sql } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { VALID_STATUS, WARN_SOURCE } from '../../../crisis/public.ts';
import type { AlertCondition } from '../../rules/alert-rules.ts';

/** A verdict counts for the last screening of the year before it. */
const FOLLOWED = sql.raw("interval '365 days'");
const VALID = sql.lit(VALID_STATUS.valid);

/** Restricts rows about a child to a scope. */
const inScope = (orgId: string, scope: Scope, alias: string) =>
  scope.kind === 'all'
    ? sql`true`
    : sql`${sql.ref(`${alias}.child_id`)} in (select s.child_id from students s where s.org_id = ${orgId} and ${studentsInScope(scope, 's')})`;

const HOURS = sql`extract(epoch from w.verified_at - w.reported_at) / 3600`;
const hours = (share: number) =>
  sql`round((percentile_cont(${sql.lit(share)}) within group (order by ${HOURS}) filter (where w.verified_at is not null))::numeric, 1)::float8`;

interface Times {
  hours_median: number | null;
  hours_p90: number | null;
}

/** For each rule: sheets that it raised, and what became of their warnings. */
export const qualityOfRules = (orgId: string, scope: Scope, from: string | null) =>
  sql<{ rule_id: string; raised: number; valid: number; invalid: number; pending: number } & Times>`
  select h.rule_id, count(*)::int4 as raised,
    count(*) filter (where w.valid_status = ${VALID})::int4 as valid,
    count(*) filter (where w.valid_status = ${sql.lit(VALID_STATUS.invalid)})::int4 as invalid,
    count(*) filter (where w.valid_status = ${sql.lit(VALID_STATUS.pending)})::int4 as pending,
    ${hours(0.5)} as hours_median, ${hours(0.9)} as hours_p90
  from screening_hits h join warns w on w.org_id = h.org_id and w.warn_id = h.warn_id
  where h.org_id = ${orgId} and (${from}::timestamptz is null or h.raised_at >= ${from}::timestamptz) and ${inScope(orgId, scope, 'h')}
  group by h.rule_id order by raised desc, h.rule_id`.compile(qb);

/** For each person: verdicts on warnings of screenings, and those that were taken on and wait. */
export const qualityLoad = (orgId: string, scope: Scope, from: string | null) =>
  sql<{ user_name: string; verified: number; waiting: number } & Times>`
  select coalesce(a.real_name, '') as user_name, count(w.verified_at)::int4 as verified, count(*) filter (where w.verified_at is null)::int4 as waiting,
    ${hours(0.5)} as hours_median, ${hours(0.9)} as hours_p90
  from warns w join accounts a on a.user_id = coalesce(w.verified_by, w.acknowledged_by)
  where w.org_id = ${orgId} and w.source = ${sql.lit(WARN_SOURCE.assessment)} and not w.drill
    and (${from}::timestamptz is null or w.reported_at >= ${from}::timestamptz) and ${inScope(orgId, scope, 'w')}
  group by a.user_id, a.real_name order by verified desc, waiting desc, user_name limit 100`.compile(qb);

/** Scored sheets, and whether each was positive or raised. */
const sheets = (orgId: string, scope: Scope) => sql`
  select h.org_id, h.child_exam_id, h.exam_id, h.child_id, h.started_at, h.submitted_at, (
      exists (select from exam_results r where r.org_id = h.org_id and r.child_exam_id = h.child_exam_id and r.ended_at is null and r.positive)
      or exists (select from screening_hits k where k.org_id = h.org_id and k.child_exam_id = h.child_exam_id)) as found
  from exam_sheets h
  where h.org_id = ${orgId} and h.scored_at is not null and h.withdrawn_at is null and ${inScope(orgId, scope, 'h')}`;

/**
 * Scored sheets whose student was confirmed afterwards; each verdict belongs to the last screening of the year before
 * it.
 */
const cases = (orgId: string) => sql`
  select distinct p.child_exam_id from warns w
  cross join lateral (
    select h.child_exam_id from exam_sheets h
    where h.org_id = w.org_id and h.child_id = w.child_id and h.scored_at is not null and h.withdrawn_at is null
      and h.started_at <= w.reported_at and h.started_at > w.reported_at - ${FOLLOWED}
    order by h.started_at desc limit 1) p
  where w.org_id = ${orgId} and w.valid_status = ${VALID} and not w.drill`;

/** What the screenings found and missed. */
export const qualityOfScreening = (orgId: string, scope: Scope, from: string | null) =>
  sql<{ sheets: number; positive: number; found: number; missed: number }>`
  with sheets as (${sheets(orgId, scope)}), cases as (${cases(orgId)})
  select count(*)::int4 as sheets, count(*) filter (where t.found)::int4 as positive,
    count(*) filter (where t.found and c.child_exam_id is not null)::int4 as found,
    count(*) filter (where not t.found and c.child_exam_id is not null)::int4 as missed
  from sheets t left join cases c using (child_exam_id)
  where ${from}::timestamptz is null or t.submitted_at >= ${from}::timestamptz`.compile(qb);

/** Sheets with results of all scales of the conditions, and whether the conditions hold; one pass over the results. */
const replayed = (orgId: string, scope: Scope, conditions: readonly AlertCondition[]) => {
  const scaleIds = [...new Set(conditions.map(({ scale_id }) => scale_id))];
  return sql`
  conditions as (select i, c ->> 'scale_id' as scale_id, c ->> 'dimension_id' as dimension_id, c -> 'band_ids' as band_ids
    from jsonb_array_elements(${JSON.stringify(conditions)}::jsonb) with ordinality as list(c, i)),
  met as (select r.child_exam_id from exam_results r cross join lateral jsonb_array_elements(r.dimensions) as d
    join conditions c on c.scale_id = r.scale_id and c.dimension_id = d ->> 'dimension_id' and c.band_ids ? (d ->> 'band_id')
    where r.org_id = ${orgId} and r.ended_at is null and r.valid and r.scale_id = any(${scaleIds}::text[])
    group by r.child_exam_id having count(distinct c.i) = ${conditions.length}::int8),
  cases as (${cases(orgId)}),
  tried as (select h.child_exam_id, h.exam_id, h.child_id, h.class_name, e.exam_name, e.starts_at, m.child_exam_id is not null as met, c.child_exam_id is not null as is_case
    from exam_sheets h join exams e on e.org_id = h.org_id and e.exam_id = h.exam_id and e.scale_ids @> ${scaleIds}::text[]
    left join met m on m.child_exam_id = h.child_exam_id left join cases c on c.child_exam_id = h.child_exam_id
    where h.org_id = ${orgId} and h.scored_at is not null and h.withdrawn_at is null and ${inScope(orgId, scope, 'h')})`;
};

/** What a rule would have done at each screening. */
export const replayByExam = (orgId: string, scope: Scope, conditions: readonly AlertCondition[]) =>
  sql<{ exam_id: string; exam_name: string; sheets: number; met: number; cases: number; missed: number }>`
  with ${replayed(orgId, scope, conditions)}
  select exam_id, exam_name, count(*)::int4 as sheets, count(*) filter (where met)::int4 as met, count(*) filter (where is_case)::int4 as cases,
    count(*) filter (where is_case and not met)::int4 as missed
  from tried group by exam_id, exam_name, starts_at order by starts_at desc, exam_id`.compile(qb);

/** The students whom it would have missed. */
export const replayMissed = (orgId: string, scope: Scope, conditions: readonly AlertCondition[], limit: number) =>
  sql<{ child_id: string; child_name: string; class_name: string | null; exam_name: string }>`
  with ${replayed(orgId, scope, conditions)}
  select t.child_id, s.child_name, t.class_name, t.exam_name from tried t join students s on s.org_id = ${orgId} and s.child_id = t.child_id
  where t.is_case and not t.met order by t.starts_at desc, s.name_pinyin, t.child_exam_id limit ${limit}`.compile(qb);
