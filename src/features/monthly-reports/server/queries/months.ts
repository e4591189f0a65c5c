import { sql } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { REFERRAL_CLOSED, startAfter, startOf } from '../../../crisis/public.ts';
import type { MonthCount } from '../../rules/lines.ts';

interface CountedMonthsTable {
  org_id: string;
  month: string;
  counted_at: string;
}
interface MonthCountsTable {
  org_id: string;
  month: string;
  dim: string;
  key: string;
  children: number;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    counted_months: CountedMonthsTable;
    month_counts: MonthCountsTable;
  }
}

const HAPPENED = [
  ['interventions', 'intervention'],
  ['interviews', 'interview'],
  ['sandplays', 'sandplay'],
  ['drawings', 'drawing'],
  ['custom_interventions', 'custom'],
] as const;

/** A count of one month. */
export type CountOfMonth = Required<MonthCount> & { month: string };

/** Everything that months of a school count, of the students in a scope. Drills count nowhere. */
export function countsOfMonths(orgId: string, scope: Scope, months: readonly string[]) {
  const within = (column: string) => sql`${sql.raw(column)} >= m.starts and ${sql.raw(column)} < m.ends`;
  const onDays = (column: string) => sql`${sql.raw(column)} >= m.first and ${sql.raw(column)} < m.next`;
  const of = (table: string) => sql`from months m join ${sql.table(table)} e on e.org_id = ${orgId}`;
  const warns = sql`${of('warns')} and not e.drill`;
  const isOpen = sql`e.opened_at < m.ends and (e.closed_at is null or e.closed_at >= m.ends)`;
  const one = sql`e.child_id, 1`;
  const events = [
    sql`select m.month, 'reported' as dim, '' as key, e.child_id, 1 as weight ${warns} and ${within('e.reported_at')}`,
    sql`select m.month, 'source', e.source::text, ${one} ${warns} and ${within('e.reported_at')}`,
    sql`select m.month, 'verified', '', ${one} ${warns} and ${within('e.verified_at')}`,
    sql`select m.month, 'verdict', case e.valid_status when 2 then 'invalid' else e.crisis_level::text end, ${one}
      ${warns} and ${within('e.verified_at')}`,
    sql`select m.month, 'verify', warn_duration_step(e.reported_at, e.verified_at), ${one}
      ${warns} and ${within('e.verified_at')}`,
    sql`select m.month, 'pending', '', ${one} ${warns} and e.reported_at < m.ends
      and (e.verified_at is null or e.verified_at >= m.ends)`,
    sql`select m.month, 'opened', '', ${one} ${of('crisis_cases')} and ${within('e.opened_at')}`,
    sql`select m.month, 'closed', '', ${one} ${of('crisis_cases')} and ${within('e.closed_at')}`,
    sql`select m.month, 'open', '', ${one} ${of('crisis_cases')} and ${isOpen}`,
    sql`select m.month, 'open_level', coalesce((select s.level from case_steps s where s.org_id = ${orgId}
      and s.case_id = e.case_id and s.level is not null and s.at < m.ends order by s.at desc, s.step_id desc limit 1),
      e.crisis_level)::text, ${one} ${of('crisis_cases')} and ${isOpen}`,
    ...HAPPENED.map(
      ([table, kind]) =>
        sql`select m.month, 'record', ${sql.lit(kind)}, ${one} ${of(table)} and ${within('e.happened_at')}`,
    ),
    sql`select m.month, 'record', 'follow_up', ${one} ${of('follow_ups')} and ${onDays('e.done_on')}`,
    sql`select m.month, 'consultation', e.status::text, ${one} ${of('consultations')} and e.status <> 1
      and ${within('e.start_at')}`,
    sql`select m.month, 'minutes', '', e.child_id, e.minutes ${of('consultations')} and e.status = 2
      and ${within('e.start_at')}`,
    sql`select m.month, 'effect', e.effect_level::text, ${one} ${of('consultations')} and e.status = 2
      and e.effect_level is not null and ${within('e.start_at')}`,
    sql`select m.month, 'referred', '', ${one} ${of('referrals')} and ${onDays('e.referred_on')}`,
    sql`select m.month, 'referral_closed', '', ${one} ${of('referrals')}
      join referral_steps t on t.org_id = ${orgId} and t.referral_id = e.referral_id
      and t.status = ${REFERRAL_CLOSED} and ${within('t.at')}`,
  ];
  const reached =
    scope.kind === 'all'
      ? sql`true`
      : sql`child_id in (select s.child_id from students s where s.org_id = ${orgId} and ${studentsInScope(scope, 's')})`;
  return sql<CountOfMonth>`
    with months as (
      select month, starts::timestamptz, ends::timestamptz, (month || '-01')::date as first,
        ((month || '-01')::date + interval '1 month')::date as next
      from unnest(${months}::text[], ${months.map(startOf)}::text[], ${months.map(startAfter)}::text[])
        as given (month, starts, ends)
    ), events as (${sql.join(events, sql` union all `)})
    select month, dim, key, sum(weight)::int4 as n, count(distinct child_id)::int4 as children
    from events where ${reached} group by month, dim, key`.compile(qb);
}

/** Screenings that were open in a month and have sheets of students in a scope, the earliest first. */
export const examsOfMonth = (orgId: string, scope: Scope, month: string, limit: number) =>
  sql<{ exam_id: string }>`
  select e.exam_id from exams e
  where e.org_id = ${orgId} and e.status <> 'draft'
    and e.starts_at < ${startAfter(month)}::timestamptz and e.ends_at >= ${startOf(month)}::timestamptz
    and exists (select from exam_sheets h join students s on s.org_id = h.org_id and s.child_id = h.child_id
      where h.org_id = ${orgId} and h.exam_id = e.exam_id and ${studentsInScope(scope, 's')})
  order by e.starts_at, e.exam_id limit ${limit}`.compile(qb);

/** Plans of an institution that were open in a month, the earliest first; not those that it withdrew. */
export const plansOfMonth = (bureauId: string, month: string, limit: number) =>
  sql<{ plan_id: string }>`
  select plan_id from bureau_plans
  where org_id = ${bureauId} and status <> 'draft' and withdrawn_at is null
    and starts_at < ${startAfter(month)}::timestamptz and ends_at >= ${startOf(month)}::timestamptz
  order by starts_at, plan_id limit ${limit}`.compile(qb);

/** Months of schools that are counted. Tenant: the school, or the institution above it. */
export const countedMonths = (schoolIds: readonly string[], months: readonly string[]) =>
  qb
    .selectFrom('counted_months')
    .select(['org_id', 'month'])
    .where(sql<boolean>`org_id = any(${schoolIds}::text[])`)
    .where(sql<boolean>`month = any(${months}::text[])`);

/** Counts of schools in months. Tenant: the institution above them. */
export const countsOfSchools = (schoolIds: readonly string[], months: readonly string[]) =>
  qb
    .selectFrom('month_counts')
    .select(['org_id', 'month', 'dim', 'key', 'children'])
    .where(sql<boolean>`org_id = any(${schoolIds}::text[])`)
    .where(sql<boolean>`month = any(${months}::text[])`);

/** Marks months as counted, and returns those that no other process has marked before. */
export const insertCountedMonths = (rows: readonly CountedMonthsTable[]) =>
  qb
    .insertInto('counted_months')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('month');

export const insertMonthCounts = (rows: readonly MonthCountsTable[]) => qb.insertInto('month_counts').values(rows);
