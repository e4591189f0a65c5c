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

/** Calendar day of an instant in the schools' time zone, `YYYY-MM-DD`. */
export const dayOf = (instant: number): string => wallClock.format(instant).slice(0, 10);

/** Day and minute of an instant in the schools' time zone, `YYYY-MM-DD HH:mm`. */
export const minuteOf = (instant: number): string => wallClock.format(instant);
