import { dayOf } from '../schema/wall-clock.ts';

/** The last moment of a day in China, ISO time; undefined where the text is no day. */
export function termEnd(day: string): string | undefined {
  const end = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T23:59:59.999+08:00`) : Number.NaN;
  return Number.isNaN(end) || dayOf(end) !== day ? undefined : new Date(end).toISOString();
}
