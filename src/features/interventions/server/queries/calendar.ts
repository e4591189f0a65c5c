import { sql } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { CONSULTATION } from '../../rules/consultation.ts';

/** Columns of follow-ups that are used outside of their list. */
export interface FollowUpsTable {
  org_id: string;
  follow_up_id: string;
  child_id: string;
  created_by: string;
  due_on: string;
  done_on: string | null;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    follow_ups: FollowUpsTable;
  }
}

const byStudent = sql<boolean>`exists (select from students b where b.org_id = t.org_id and b.user_id = t.created_by)`;
const during = (from: string, to: string) =>
  sql<boolean>`t.start_at < ${to}::timestamptz and t.start_at + make_interval(mins => t.minutes) > ${from}::timestamptz`;

/** Appointments between two instants: what their list does not show. */
export const appointmentsBetween = (orgId: string, from: string, to: string) =>
  qb
    .selectFrom('consultations as t')
    .select(['t.consultation_id', 't.series_id', byStudent.as('own_booked')])
    .where('t.org_id', '=', orgId)
    .where(during(from, to));

/** Appointments of a counsellor or a student between two instants, without cancelled ones; a student is not named. */
export const busyBetween = (orgId: string, counsellorId: string, childId: string, from: string, to: string) =>
  qb
    .selectFrom('consultations as t')
    .innerJoin('accounts as c', 'c.user_id', 't.counsellor_id')
    .leftJoin('accounts as a', 'a.user_id', 't.created_by')
    .select(['t.consultation_id', 't.child_id', 't.counsellor_id', 't.start_at', 't.minutes'])
    .select(['c.real_name as counsellor_name', byStudent.as('own_booked'), 'a.real_name as booked_by'])
    .where('t.org_id', '=', orgId)
    .where('t.status', '<>', CONSULTATION.cancelled)
    .where((eb) => eb.or([eb('t.counsellor_id', '=', counsellorId), eb('t.child_id', '=', childId)]))
    .where(during(from, to));

/** Locks the calendars of these people until the transaction ends, so that concurrent bookings and moves wait. */
export const holdTimes = (orgId: string, userOrChildIds: readonly string[]) =>
  sql<{ held: unknown }>`select pg_advisory_xact_lock(k) as held from (
    select distinct hashtextextended('consultations ' || ${orgId} || ' ' || x, 0) as k
    from unnest(${[...userOrChildIds]}::text[]) x order by 1) t`.compile(qb);

/** Booked appointments of the series of one of them, from an instant on. */
export const seriesFrom = (orgId: string, memberId: string, from: string) =>
  qb
    .selectFrom('consultations as t')
    .innerJoin('consultations as m', (join) =>
      join.onRef('m.org_id', '=', 't.org_id').onRef('m.series_id', '=', 't.series_id'),
    )
    .select('t.consultation_id')
    .where('t.org_id', '=', orgId)
    .where('m.consultation_id', '=', memberId)
    .where('t.status', '=', CONSULTATION.booked)
    .where('t.start_at', '>=', from);

/** Moves a booked appointment; returns no row when it is no longer booked. */
export const moveAppointment = (
  orgId: string,
  id: string,
  to: { start_at: string; minutes: number; slot: string; place: string | null },
  at: string,
) =>
  qb
    .updateTable('consultations')
    .set({ ...to, updated_at: sql<string>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')` })
    .where('org_id', '=', orgId)
    .where('consultation_id', '=', id)
    .where('status', '=', CONSULTATION.booked)
    .returning('consultation_id');

/** The name of a member of an organisation's staff. */
export const staffName = (orgId: string, userId: string) =>
  qb
    .selectFrom('accounts as a')
    .select('a.real_name')
    .where('a.user_id', '=', userId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('memberships as m')
          .select('m.user_id')
          .where('m.org_id', '=', orgId)
          .where('m.user_id', '=', userId)
          .where('m.identity', '=', IDENTITY.staff),
      ),
    );

/** What a counsellor has on a day, without cancelled appointments. */
export const dayOfCounsellor = (orgId: string, userId: string, from: string, to: string) =>
  qb
    .selectFrom('consultations as t')
    .select(['t.consultation_id', 't.start_at', 't.minutes', 't.place', 't.status'])
    .where('t.org_id', '=', orgId)
    .where('t.counsellor_id', '=', userId)
    .where('t.status', '<>', CONSULTATION.cancelled)
    .where('t.start_at', '>=', from)
    .where('t.start_at', '<', to)
    .orderBy('t.start_at');

/** Follow-ups of an author that are due on a day or overdue. */
export const followUpsDue = (orgId: string, userId: string, today: string) =>
  qb
    .selectFrom('follow_ups')
    .select(['follow_up_id', 'due_on'])
    .where('org_id', '=', orgId)
    .where('created_by', '=', userId)
    .where('done_on', 'is', null)
    .where('due_on', '<=', today)
    .orderBy('due_on');

/** Students with an appointment between two instants, and those of them whose talk has taken place. */
export const studentsBetween = (orgId: string, from: string, to: string) =>
  sql<{ booked: number; done: number }>`select count(distinct t.child_id)::int4 as booked,
    count(distinct t.child_id) filter (where t.status = ${CONSULTATION.done})::int4 as done
  from consultations t where t.org_id = ${orgId} and t.status <> ${CONSULTATION.cancelled}
    and t.start_at >= ${from}::timestamptz and t.start_at < ${to}::timestamptz`.compile(qb);
