const OFFSET_MS = 8 * 3_600_000;

/**
 * Completed years at a time, by the calendar of China.
 *
 * @param bornOn YYYY-MM-DD
 * @param at ISO time
 */
export function ageOn(bornOn: string, at: string): number {
  const [bornYear = 0, ...born] = bornOn.split('-').map(Number);
  const day = new Date(Date.parse(at) + OFFSET_MS).toISOString().slice(0, 10);
  const [year = 0, ...now] = day.split('-').map(Number);
  const [month = 0, date = 0] = now;
  const [bornMonth = 0, bornDate = 0] = born;
  const hadBirthday = month > bornMonth || (month === bornMonth && date >= bornDate);
  return year - bornYear - (hadBirthday ? 0 : 1);
}
