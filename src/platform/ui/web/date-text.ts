import dayjs from 'dayjs';

/** Length of a date without time, `YYYY-MM-DD`. */
const DATE_LENGTH = 10;

/** A point in time, or a day, in the one format of the product (`look.md`): `2026-11-17 14:00`, `2026-11-17`. */
export const dateText = (at: string | number): string =>
  dayjs(at).format(typeof at === 'string' && at.length === DATE_LENGTH ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm');
