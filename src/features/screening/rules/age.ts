const OFFSET_MS = 8 * 3_600_000;

/**
 * Completed years at a time, by the calendar of China.
 *
 * @param bornOn YYYY-MM-DD
 * @param at ISO time
 */
export function ageOn(bornOn: string, at: string): number {
  const day = new Date(Date.parse(at) + OFFSET_MS);
  const [month, date] = [day.getUTCMonth() + 1, day.getUTCDate()];
  const [bornMonth, bornDate] = [Number(bornOn.slice(5, 7)), Number(bornOn.slice(8))];
  const hadBirthday = month > bornMonth || (month === bornMonth && date >= bornDate);
  return day.getUTCFullYear() - Number(bornOn.slice(0, 4)) - (hadBirthday ? 0 : 1);
}
