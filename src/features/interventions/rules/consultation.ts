import { weekdayOf } from '../../../platform/schema/days.ts';

/** States of an appointment (`consultation_status` of `schemas/enums.json`). */
export const CONSULTATION = { booked: 1, done: 2, cancelled: 3, absent: 4 } as const;

/** Latest day for an appointment, in days from today. */
export const BOOK_DAYS = 28;

/** Wire key of a slot on a day. */
export const slotKey = (slotId: string, onDate: string): string => `${slotId}@${onDate}`;

/** Parses a slot key; undefined when it is malformed. */
export function readSlotKey(key: string): { slotId: string; onDate: string } | undefined {
  const [, slotId, onDate] = /^([A-Za-z0-9_-]{1,40})@(\d{4}-\d{2}-\d{2})$/.exec(key) ?? [];
  return slotId !== undefined && onDate !== undefined ? { slotId, onDate } : undefined;
}

export interface SlotTimes {
  weekday: number | null;
  on_date: string | null;
  starts: string;
  minutes: number;
}

/** Whether a slot is offered on a day. */
export const isOn = ({ weekday, on_date }: Pick<SlotTimes, 'weekday' | 'on_date'>, day: string): boolean =>
  on_date === null ? weekday === weekdayOf(day) : on_date === day;

const minuteOf = (starts: string): number => Number(starts.slice(0, 2)) * 60 + Number(starts.slice(3, 5));

/** Whether two slots of one counsellor overlap on any day, weekly or single. */
export function overlap(a: SlotTimes, b: SlotTimes): boolean {
  const day = a.on_date ?? b.on_date;
  const sameDay = day === null ? a.weekday === b.weekday : isOn(a, day) && isOn(b, day);
  return (
    sameDay &&
    minuteOf(a.starts) < minuteOf(b.starts) + b.minutes &&
    minuteOf(b.starts) < minuteOf(a.starts) + a.minutes
  );
}
