import { describe, expect, it } from 'vitest';
import { publishedCount, publishesTimes, SMALLEST_GROUP } from '../../../src/platform/statistics/disclosure.ts';

describe('a number of students for a reader who may know of none of them', () => {
  it('is never published below five by default', () => {
    expect(SMALLEST_GROUP).toBe(5);
    for (let students = 0; students < SMALLEST_GROUP; students++)
      expect([students, publishedCount(students, SMALLEST_GROUP)]).toEqual([students, undefined]);
    expect(publishedCount(SMALLEST_GROUP, SMALLEST_GROUP)).toBe(5);
  });

  it('stands for at least three consecutive values, and is a multiple of the smallest group', () => {
    for (const smallest of [5, 6, 10]) {
      const standsFor = new Map<number, number>();
      for (let students = 0; students < 20 * smallest; students++) {
        const shown = publishedCount(students, smallest);
        if (shown === undefined) continue;
        expect(shown % smallest).toBe(0);
        expect(Math.abs(shown - students)).toBeLessThanOrEqual(smallest / 2);
        standsFor.set(shown, (standsFor.get(shown) ?? 0) + 1);
      }
      const whole = [...standsFor.values()].slice(0, -1);
      expect(Math.min(...whole)).toBeGreaterThanOrEqual(3);
    }
  });

  it('has times and shares from four times the smallest group on', () => {
    expect([19, 20, 21].map((students) => publishesTimes(students, 5))).toEqual([false, true, true]);
    expect([39, 40].map((students) => publishesTimes(students, 10))).toEqual([false, true]);
  });
});
