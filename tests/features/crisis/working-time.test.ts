import { describe, expect, it } from 'vitest';
import { isWorkingTime, momentOf, type WorkingTime } from '../../../src/features/crisis/rules/working-time.ts';

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
});
