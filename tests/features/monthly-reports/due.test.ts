import { describe, expect, it } from 'vitest';
import type { WorkingTime } from '../../../src/features/crisis/public.ts';
import { monthDue } from '../../../src/features/monthly-reports/rules/due.ts';

const HOURS: WorkingTime = { days: [1, 2, 3, 4, 5], from: '07:30', to: '18:00', holidays: [], workdays: [] };
/** China Standard Time. */
const at = (time: string) => Date.parse(`${time}:00+08:00`);
const due = (time: string, change: Partial<WorkingTime> = {}) => monthDue({ ...HOURS, ...change }, at(time));

describe('the month that is due by itself', () => {
  it('is the month before, from the first working morning on', () => {
    // The first of December 2026 is a Tuesday.
    expect(due('2026-12-01T07:29')).toBeUndefined();
    expect(due('2026-12-01T07:30')).toBe('2026-11');
    // The first of November is a Sunday.
    expect(due('2026-11-01T09:00')).toBeUndefined();
    expect(due('2026-11-02T07:30')).toBe('2026-10');
  });

  it('waits for the end of holidays, and counts a replacement workday', () => {
    const holidays = [{ from: '2026-10-01', to: '2026-10-07' }];
    expect(due('2026-10-07T12:00', { holidays })).toBeUndefined();
    expect(due('2026-10-08T07:30', { holidays })).toBe('2026-09');
    expect(due('2026-10-04T08:00', { holidays, workdays: ['2026-10-04'] })).toBe('2026-09');
  });

  it('is made up for within a week, and not later', () => {
    expect(due('2026-12-08T07:29')).toBe('2026-11');
    expect(due('2026-12-08T07:30')).toBeUndefined();
  });

  it('is due on the last day of a month without a working day, by the calendar of China', () => {
    const holidays = [{ from: '2026-07-01', to: '2026-08-31' }];
    expect(due('2026-08-30T23:59', { holidays })).toBeUndefined();
    expect(due('2026-08-31T07:30', { holidays })).toBe('2026-07');
    // Still the first of January in China, and no longer in Greenwich.
    expect(due('2027-01-01T07:45')).toBe('2026-12');
  });
});
