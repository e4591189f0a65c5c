/** School days and file names follow this zone, in any time zone of the server. */
export const TIME_ZONE = 'Asia/Shanghai';
/** That zone has had one offset since 1991. */
export const TIME_ZONE_OFFSET = '+08:00';

const wallClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

const OFFSET_MS = 8 * 3_600_000;
/** From this year on the zone has that offset; until the last year that is written with four digits. */
const FIRST = Date.UTC(1992, 0);
const LAST = Date.UTC(9999, 0);

/** Calendar day of an instant in the schools' time zone, `YYYY-MM-DD`. */
export const dayOf = (instant: number): string =>
  instant >= FIRST && instant < LAST
    ? new Date(instant + OFFSET_MS).toISOString().slice(0, 10)
    : wallClock.format(instant).slice(0, 10);

/** Day and minute of an instant in the schools' time zone, `YYYY-MM-DD HH:mm`. */
export const minuteOf = (instant: number): string => wallClock.format(instant);
