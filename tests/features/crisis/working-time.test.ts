import { describe, expect, it } from 'vitest';
import { afterWorkingDays, isWorkingTime, type WorkingTime } from '../../../src/features/crisis/rules/working-time.ts';
import { momentOf } from '../../../src/platform/schema/days.ts';

const school: WorkingTime = {
  days: [1, 2, 3, 4, 5],
  from: '07:30',
  to: '18:00',
  holidays: [{ from: '2026-10-01', to: '2026-10-07' }],
  workdays: ['2026-10-10'],
};
const at = (day: string, time: string) => isWorkingTime(school, momentOf(day, time));

describe('working time', () => {
  it('follows the week, in the time zone of the schools, from the first minute to before the last', () => {
    expect([
      at('2026-11-20', '07:29'),
      at('2026-11-20', '07:30'),
      at('2026-11-20', '17:59'),
      at('2026-11-20', '18:00'),
    ]).toEqual([false, true, true, false]);
    expect([at('2026-11-21', '10:00'), at('2026-11-22', '10:00'), at('2026-11-23', '10:00')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('excludes holidays, first and last day included, and includes replacement workdays', () => {
    expect([
      at('2026-09-30', '10:00'),
      at('2026-10-01', '10:00'),
      at('2026-10-07', '10:00'),
      at('2026-10-08', '10:00'),
    ]).toEqual([true, false, false, true]);
    expect([at('2026-10-10', '10:00'), at('2026-10-10', '20:00')]).toEqual([true, false]);
  });

  it('counts working days, and moves an end outside working time into it', () => {
    const due = (day: string, time: string, days: number) =>
      new Date(afterWorkingDays(school, momentOf(day, time), days) + 8 * 3_600_000).toISOString().slice(0, 16);
    expect(due('2026-11-20', '10:00', 1)).toBe('2026-11-23T10:00');
    expect(due('2026-11-20', '22:15', 3)).toBe('2026-11-25T17:30');
    expect(due('2026-11-22', '03:00', 1)).toBe('2026-11-23T07:30');
    // Over the holidays, to the first day after them; then the replacement workday counts.
    expect(due('2026-09-30', '09:00', 1)).toBe('2026-10-08T09:00');
    expect(due('2026-10-09', '09:00', 1)).toBe('2026-10-10T09:00');
    const never = { ...school, days: [], workdays: [] };
    expect(afterWorkingDays(never, momentOf('2026-11-20', '10:00'), 2)).toBe(momentOf('2026-11-22', '10:00'));
  });
});
