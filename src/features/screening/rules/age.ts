const OFFSET_MS = 8 * 3_600_000;

/**
 * Completed years at a time, by the calendar of China.
 *
 * @param bornOn YYYY-MM-DD
 * @param at ISO time
 */
export function ageOn(bornOn: string, at: string): number {
  const [bornYear = 0, bornMonth = 0, bornDate = 0] = bornOn.split('-').map(Number);
  const day = new Date(Date.parse(at) + OFFSET_MS);
  const [month, date] = [day.getUTCMonth() + 1, day.getUTCDate()];
  const hadBirthday = month > bornMonth || (month === bornMonth && date >= bornDate);
  return day.getUTCFullYear() - bornYear - (hadBirthday ? 0 : 1);
}
