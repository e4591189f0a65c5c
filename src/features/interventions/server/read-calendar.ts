import type { OrgContext } from '../../../platform/context/server/context.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { mayRead, resolveResource, toList, wireRows } from '../../../platform/resources/server/reading.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { dayAfter, momentOf } from '../../../platform/schema/days.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import type { CalendarItem, ConsultationCalendar, TodayList } from '../contract/calendar.ts';
import { CALENDAR_DAYS } from '../rules/calendar.ts';
import { CONSULTATION } from '../rules/consultation.ts';
import { consultationHooks, freeSlots } from './hooks/consultations.ts';
import { followUpHooks } from './hooks/follow-ups.ts';
import { appointmentsBetween, followUpsDue } from './queries/calendar.ts';
import { closuresBetween, openSlots } from './queries/consultations.ts';

const midnight = (day: string): string => isoTime(momentOf(day, '00:00'));
const optional = <K extends string>(key: K, value: unknown): Partial<Record<K, string>> =>
  typeof value === 'string' && value !== '' ? ({ [key]: value } as Partial<Record<K, string>>) : {};

const itemOf = (row: Row, more: { own_booked: boolean; series_id: string | null }): CalendarItem => ({
  consultation_id: String(row['consultation_id']),
  child_id: String(row['child_id']),
  child_name: String(row['child_name'] ?? ''),
  start_at: String(row['start_at']),
  minutes: Number(row['minutes']),
  counsellor_id: String(row['counsellor_id']),
  counsellor_name: String(row['counsellor_name'] ?? ''),
  status: Number(row['status']),
  own_booked: more.own_booked,
  ...optional('class_name', row['class_name']),
  ...optional('place', row['place']),
  ...optional('series_id', more.series_id),
});

/** Appointments between two instants as their list shows them, earliest first. */
async function itemsBetween(ctx: OrgContext, from: string, to: string): Promise<CalendarItem[]> {
  const [found] = await ctx.read([appointmentsBetween(ctx.actor.orgId, from, to)]);
  if (found.length === 0) return [];
  const { entity, rows } = toList(resolveResource(ctx, 'consultation', consultationHooks));
  const [stored] = await ctx.read([
    rowsOfIds(
      rows,
      found.map(({ consultation_id }) => consultation_id),
    ),
  ]);
  const more = new Map(found.map((one) => [one.consultation_id, one]));
  const items = (await wireRows(ctx, entity, stored)).flatMap((row) => {
    const known = more.get(String(row['consultation_id']));
    return known ? [itemOf(row, known)] : [];
  });
  return items.sort((a, b) => a.start_at.localeCompare(b.start_at));
}

/**
 * Appointments, free hours and closures from one day to another, both included.
 *
 * @throws AppError PSY_INVALID_INPUT for days in the wrong order or too many
 */
export async function readCalendar(
  ctx: OrgContext,
  { from, to }: { from: string; to: string },
): Promise<ConsultationCalendar> {
  if (to < from) throw invalid('/to', '结束日期不能早于开始日期');
  if (to >= dayAfter(from, CALENDAR_DAYS)) throw invalid('/to', `最多看 ${CALENDAR_DAYS} 天`);
  const [items, free, [closures, slots]] = await Promise.all([
    itemsBetween(ctx, midnight(from), midnight(dayAfter(to, 1))),
    freeSlots(ctx),
    ctx.read([closuresBetween(ctx.actor.orgId, from, to), openSlots(ctx.actor.orgId)]),
  ]);
  const people = new Map([
    ...slots.map(({ created_by, real_name }) => [created_by, real_name] as const),
    ...items.map(({ counsellor_id, counsellor_name }) => [counsellor_id, counsellor_name] as const),
  ]);
  return {
    items,
    people: [...people].map(([user_id, name]) => ({ user_id, name })),
    free: free.filter(({ start_at }) => {
      const day = dayOf(Date.parse(start_at));
      return day >= from && day <= to;
    }),
    closures: closures.map(({ created_by, real_name, from_on, to_on, reason }) => ({
      counsellor_id: created_by,
      counsellor_name: real_name,
      from_on,
      to_on,
      ...optional('reason', reason),
    })),
  };
}

/** What the caller has today, with names; follow-ups only where the role may read them. */
export async function readToday(ctx: OrgContext): Promise<TodayList> {
  const { actor, caller } = ctx;
  const today = dayOf(ctx.now());
  const items = await itemsBetween(ctx, midnight(today), midnight(dayAfter(today, 1)));
  const consultations = items.filter(
    ({ counsellor_id, status }) => counsellor_id === caller.userId && status !== CONSULTATION.cancelled,
  );
  if (!(await mayRead(ctx, 'intervention/follow-up'))) return { consultations, follow_ups: [] };
  const [due] = await ctx.read([followUpsDue(actor.orgId, caller.userId, today)]);
  const { entity, rows } = toList(resolveResource(ctx, 'follow-up', followUpHooks));
  const [stored] = await ctx.read([
    rowsOfIds(
      rows,
      due.map(({ follow_up_id }) => follow_up_id),
    ),
  ]);
  const follow_ups = (await wireRows(ctx, entity, stored)).map((row) => ({
    follow_up_id: String(row['follow_up_id']),
    child_id: String(row['child_id']),
    child_name: String(row['child_name'] ?? ''),
    due_on: String(row['due_on']),
    due_state: String(row['due_state']),
  }));
  return { consultations, follow_ups: follow_ups.sort((a, b) => a.due_on.localeCompare(b.due_on)) };
}
