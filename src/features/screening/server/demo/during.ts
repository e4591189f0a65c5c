import { TIME_ZONE_OFFSET, dayOf } from '../../../../platform/schema/wall-clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** An instant of a day, by the schools' clocks. Days count from the seeding. */
export const during = (now: number, days: number, minutes: number): number =>
  Date.parse(`${dayOf(now + days * DAY_MS)}T00:00:00${TIME_ZONE_OFFSET}`) + minutes * MINUTE_MS;
