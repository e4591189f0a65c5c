/** States of an appointment (`consultation_status` of `schemas/enums.json`). */
export const CONSULTATION = { booked: 1, done: 2, cancelled: 3, absent: 4 } as const;

/** How far ahead an appointment may be made, in days. */
export const BOOK_DAYS = 28;

/** What a day of a slot is called on the wire. */
export const slotKey = (slotId: string, onDate: string): string => `${slotId}@${onDate}`;

/** The slot and day that a key names; undefined where it is none. */
export function readSlotKey(key: string): { slotId: string; onDate: string } | undefined {
  const [, slotId, onDate] = /^([A-Za-z0-9_-]{1,40})@(\d{4}-\d{2}-\d{2})$/.exec(key) ?? [];
  return slotId !== undefined && onDate !== undefined ? { slotId, onDate } : undefined;
}

/** Of a day, 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** The day so many days after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

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

/** Whether two slots of one counsellor share a minute of some day: each week, or on the day that one of them is for. */
export function overlap(a: SlotTimes, b: SlotTimes): boolean {
  const day = a.on_date ?? b.on_date;
  const sameDay = day === null ? a.weekday === b.weekday : isOn(a, day) && isOn(b, day);
  return (
    sameDay &&
    minuteOf(a.starts) < minuteOf(b.starts) + b.minutes &&
    minuteOf(b.starts) < minuteOf(a.starts) + a.minutes
  );
}
