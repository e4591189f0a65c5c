import { dayOf, TIME_ZONE_OFFSET } from '../../../platform/schema/wall-clock.ts';

const DAY_MS = 86_400_000;

/** The next time at which the clock of the schools shows this hour, after a moment; milliseconds. */
export function nextHour(hour: number, after: number): number {
  const today = Date.parse(`${dayOf(after)}T${String(hour).padStart(2, '0')}:00:00${TIME_ZONE_OFFSET}`);
  return today > after ? today : today + DAY_MS;
}
