import { describe, expect, it } from 'vitest';
import { fitColumns } from '../../../../src/platform/crud/web/list/column-widths.ts';

const sum = (widths: readonly number[]) => widths.reduce((a, b) => a + b, 0);

describe('the columns of a table', () => {
  it('keep their widths where all of them fit, and before the table is measured', () => {
    expect(fitColumns([120, 140, 140], 400)).toEqual({ widths: [120, 140, 140], hidden: 0 });
    expect(fitColumns([120, 140, 140], -48)).toEqual({ widths: [120, 140, 140], hidden: 0 });
  });

  it('end with the visible part where not all of them fit', () => {
    for (const available of [320, 333, 419.5, 420, 559]) {
      const { widths, hidden } = fitColumns([120, 140, 160, 140], available);
      const shown = widths.slice(0, widths.length - hidden);
      expect(hidden).toBeGreaterThan(0);
      expect(sum(shown)).toBe(Math.round(available));
      expect(widths.slice(-hidden)).toEqual([120, 140, 160, 140].slice(-hidden));
    }
  });

  it('keep their widths where only the first fits', () => {
    expect(fitColumns([120, 140, 140], 200)).toEqual({ widths: [120, 140, 140], hidden: 0 });
  });
});
