import { sql } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/** Results of a dimension that are equal in everything that norms depend on, and how many sheets have them. */
export interface ScoreGroup {
  scale_id: string;
  norm_set: string;
  valid: boolean;
  dimension_id: string;
  raw: number | null;
  score: number | null;
  band_id: string | null;
  sex: number | null;
  stage: number | null;
  grade: number | null;
  age: number | null;
  n: number;
}

/** The results in force of some packs at a screening, counted by what another norm set could tell apart. */
export const scoreGroups = (orgId: string, examId: string, scaleIds: readonly string[]) =>
  sql<ScoreGroup>`
  select r.scale_id, r.norm_set, r.valid, d ->> 'dimension_id' as dimension_id, (d ->> 'raw')::float8 as raw, (d ->> 'score')::float8 as score,
    d ->> 'band_id' as band_id, s.sex, h.period as stage, h.grade,
    date_part('year', age((h.submitted_at at time zone 'Asia/Shanghai')::date, s.born_on))::int4 as age, count(*)::int4 as n
  from exam_results r
  join exam_sheets h on h.org_id = r.org_id and h.child_exam_id = r.child_exam_id and h.withdrawn_at is null
  join students s on s.org_id = h.org_id and s.child_id = h.child_id
  cross join lateral jsonb_array_elements(r.dimensions) as d
  where r.org_id = ${orgId} and r.exam_id = ${examId} and r.ended_at is null and r.scale_id = any(${[...scaleIds]}::text[])
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`.compile(qb);

/** Scored sheets of a screening. */
export const scoredSheets = (orgId: string, examId: string) =>
  sql<{ n: number }>`
  select count(*)::int4 as n from exam_sheets where org_id = ${orgId} and exam_id = ${examId} and scored_at is not null and withdrawn_at is null`.compile(
    qb,
  );
