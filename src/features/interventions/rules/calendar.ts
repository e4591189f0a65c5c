/** Bounds of a school's day, `HH:MM`: appointments outside of offered hours lie within them. */
export const DAY_STARTS = '07:00';
export const DAY_ENDS = '22:00';

/** Most appointments of a series. */
export const SERIES_MAX = 26;
/** Latest day of a series, in days from today. */
export const SERIES_DAYS = 366;
/** Shortest and longest appointment, in minutes. */
export const MINUTES = { min: 10, max: 240 } as const;
/** Most days that a calendar shows: six weeks. */
export const CALENDAR_DAYS = 42;

const MINUTE_MS = 60_000;

/** A time that an appointment takes. */
export interface Hours {
  start_at: string;
  minutes: number;
}

export const startOf = ({ start_at }: Hours): number => Date.parse(start_at);
export const endOf = ({ start_at, minutes }: Hours): number => Date.parse(start_at) + minutes * MINUTE_MS;

/** Whether two appointments share a moment. */
export const meet = (a: Hours, b: Hours): boolean => startOf(a) < endOf(b) && startOf(b) < endOf(a);

/** An appointment with its place beside those that share its time: column `lane` of `lanes`. */
export type Placed<T> = T & { lane: number; lanes: number };

/** Puts appointments that meet beside each other, in the order of their start. */
export function sideBySide<T extends Hours>(items: readonly T[]): Placed<T>[] {
  const placed: Placed<T>[] = [];
  let group: Placed<T>[] = [];
  let groupEnd = 0;
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    placed.push(...group.map((one) => ({ ...one, lanes })));
    group = [];
  };
  for (const item of items.toSorted((a, b) => startOf(a) - startOf(b) || endOf(b) - endOf(a))) {
    if (group.length > 0 && startOf(item) >= groupEnd) close();
    const taken = new Set(group.filter((one) => meet(one, item)).map(({ lane }) => lane));
    let lane = 0;
    while (taken.has(lane)) lane++;
    groupEnd = group.length === 0 ? endOf(item) : Math.max(groupEnd, endOf(item));
    group.push({ ...item, lane, lanes: 1 });
  }
  if (group.length > 0) close();
  return placed;
}
