import { sql } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { STUDY } from '../../../students/public.ts';
import { aboutStudents } from './warns.ts';

/** Yearly counts of warnings, maintained by triggers (`0032.do.warn-statistics.sql`). */
export interface WarnCountsTable {
  org_id: string;
  /** First calendar year of the school year; 0 for what is open now. */
  year: number;
  /** '' for the whole school, otherwise a grade: `period-grade`. */
  part: string;
  dim: string;
  key: string;
  n: number;
  /** Number of distinct students. */
  children: number;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    warn_counts: WarnCountsTable;
  }
}

/** Counts of schools in a year, with their numbers of students. Tenant: the institution above the schools. */
export const countsOf = (schoolIds: readonly string[], year: number, part: string) =>
  qb
    .selectFrom('warn_counts')
    .select(['org_id', 'dim', 'key', 'n', 'children'])
    .where(sql<boolean>`org_id = any(${schoolIds}::text[])`)
    .where('year', '=', year)
    .where('part', '=', part)
    .where('n', '>', 0);

/**
 * Students of schools with something open now, by the counts of year 0: `waiting` for a verdict, `open` cases by level.
 * Tenant: the school, or the institution above the schools.
 */
export const openCountsOf = (schoolIds: readonly string[]) => countsOf(schoolIds, 0, '');

/** Years in which schools have warnings. Tenant: the institution above the schools. */
export const countedYears = (schoolIds: readonly string[]) =>
  qb
    .selectFrom('warn_counts')
    .select('year')
    .distinct()
    .where(sql<boolean>`org_id = any(${schoolIds}::text[])`)
    .where('part', '=', '')
    .where('dim', '=', 'all')
    .where('n', '>', 0);

/** Time of a school's first warning. */
export const firstWarnAt = (orgId: string) =>
  qb
    .selectFrom('warns')
    .select('reported_at')
    .where('org_id', '=', orgId)
    .where('drill', '=', false)
    .orderBy('reported_at')
    .limit(1);

/** Current students of each class with its grade, within a scope. */
export const studentsPerClass = (orgId: string, scope: Scope) =>
  qb
    .selectFrom('students as s')
    .innerJoin('classes as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.class_id', '=', 's.class_id'))
    .select(['c.class_id', 'c.period', 'c.grade'])
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('s.org_id', '=', orgId)
    .where('s.study_status', '=', STUDY.enrolled)
    .where(studentsInScope(scope, 's'))
    .groupBy(['c.class_id', 'c.period', 'c.grade']);

/** Filter of a school's warnings; `to` is exclusive. */
export interface WarnSelection {
  from: string;
  to: string;
  grade: { period: number; grade: number } | undefined;
  classId: string | undefined;
  source: number | undefined;
  level: number | undefined;
}

/** One count. `key` is a value of the dimension; for durations, minutes. */
export interface NumberRow {
  dim: string;
  key: string;
  label: string | null;
  n: number;
  median: number | null;
  p90: number | null;
}

/** All counts of a school within a scope, in one statement; drills are excluded. */
export function schoolNumbers(orgId: string, scope: Scope, { from, to, grade, classId, source, level }: WarnSelection) {
  const where = [
    sql`w.org_id = ${orgId} and not w.drill and w.reported_at >= ${from}::timestamptz and w.reported_at < ${to}::timestamptz`,
    ...(scope.kind === 'all' ? [] : [aboutStudents(scope, 'w')]),
    ...(grade ? [sql`w.period = ${grade.period} and w.grade = ${grade.grade}`] : []),
    ...(classId === undefined ? [] : [sql`w.class_id = ${classId}`]),
    ...(source === undefined ? [] : [sql`w.source = ${source}`]),
    ...(level === undefined ? [] : [sql`w.crisis_level = ${level}`]),
  ];
  // Groups by raw columns; texts are built for the few resulting groups only.
  const counted = (dim: string, columns: string, key: string, label = 'null::text') =>
    sql`select ${sql.lit(dim)} as dim, ${sql.raw(key)} as key, max(label) as label, sum(n)::int as n, null::float8 as median, null::float8 as p90
      from (select ${sql.raw(columns)}, ${sql.raw(label)} as label, count(*) as n from picked group by ${sql.raw(columns)}) as grouped group by 2`;
  const timed = (dim: string, minutes: string, of: string) =>
    sql`select ${sql.lit(dim)}, '', null, count(*)::int, percentile_disc(0.5) within group (order by ${sql.raw(minutes)}), percentile_disc(0.9) within group (order by ${sql.raw(minutes)}) from ${sql.raw(of)}`;
  return sql<NumberRow>`
    with picked as materialized (
      select w.source, w.rule, w.valid_status, w.crisis_level, w.period, w.grade, w.class_id, w.class_name, w.case_id,
        date_trunc('month', w.reported_at at time zone interval '08:00') as month, (extract(epoch from w.verified_at - w.reported_at) / 60)::float8 as verify
      from warns w where ${sql.join(where, sql` and `)}
    ), cases as (
      select (extract(epoch from c.first_contact_at - c.opened_at) / 60)::float8 as contact from crisis_cases c
      where c.org_id = ${orgId} and c.first_contact_at is not null and c.case_id in (select case_id from picked)
    )
    ${sql.join(
      [
        counted(
          'verdict',
          'valid_status, crisis_level',
          "case valid_status when 0 then 'pending' when 2 then 'invalid' else crisis_level::text end",
        ),
        counted('source', 'source', 'source::text'),
        counted('month', 'month', "to_char(month, 'YYYY-MM')"),
        counted('grade', 'period, grade', "coalesce(period || '-' || grade, '')"),
        counted('class', 'class_id', "coalesce(class_id, '')", 'max(class_name)'),
        counted('rule', 'source, rule, valid_status', 'jsonb_build_array(source, rule, valid_status)::text'),
        timed('verify', 'verify', 'picked where verify is not null'),
        timed('contact', 'contact', 'cases'),
      ],
      sql` union all `,
    )}`.compile(qb);
}

/** Instants; `to` is exclusive. */
interface Period {
  from: string;
  to: string;
}

/**
 * Numbers of a school's warnings within a scope by month, in two periods, and in a row without a month the median of
 * the minutes until a verdict in the first one; drills are excluded.
 */
export function schoolMonths(orgId: string, scope: Scope, { from, to }: Period, before: Period) {
  const during = (period: Period, verified: string) =>
    sql`select w.org_id, w.child_id, w.reported_at, ${sql.raw(verified)} as verified_at from warns w
      where w.org_id = ${orgId} and not w.drill and w.reported_at >= ${period.from}::timestamptz and w.reported_at < ${period.to}::timestamptz`;
  return sql<{ month: string | null; n: number; median: number | null }>`
    with picked as materialized (
      select t.reported_at, t.verified_at from (${during({ from, to }, 'w.verified_at')} union all ${during(before, 'null::timestamptz')}) t
      where ${scope.kind === 'all' ? sql`true` : aboutStudents(scope, 't')})
    select to_char(month, 'YYYY-MM') as month, n, null::float8 as median
    from (select date_trunc('month', reported_at at time zone interval '08:00') as month, count(*)::int as n from picked group by 1) as counted
    union all
    select null, 0, percentile_disc(0.5) within group (order by (extract(epoch from verified_at - reported_at) / 60)::float8)
    from picked where verified_at is not null`.compile(qb);
}
