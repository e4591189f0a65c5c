import { describe, expect, it } from 'vitest';
import { critical } from '../../../src/features/screening/rules/scales/critical.ts';
import { runGolden } from '../../../src/features/screening/rules/scales/golden.ts';
import { positiveDimensions, scoreSheet } from '../../../src/features/screening/rules/scales/score.ts';
import { scale, scales, sheet } from './support/packs.ts';

describe('the embedded scales', () => {
  it('are the four that are cleared or stated as unclear', () => {
    expect(scales.map(({ id, items, licence }) => [id, items.length, licence.state, licence.wording])).toEqual([
      ['ces-d', 20, 'cleared', 'unofficial'],
      ['gad-7', 7, 'cleared', 'unofficial'],
      ['phq-9', 9, 'cleared', 'unofficial'],
      ['who-5', 5, 'unclear', 'unofficial'],
    ]);
  });

  describe.each(scales.map((pack) => [pack.id, pack] as const))('%s', (_id, pack) => {
    it.each(pack.golden.map((vector) => [vector.title, vector] as const))('scores: %s', (_, vector) => {
      expect(runGolden(pack, vector)).toEqual([]);
    });

    it('has its items as 1 to n, and total as the first dimension', () => {
      expect(pack.items.map(({ id }) => id)).toEqual(pack.items.map((_, i) => String(i + 1)));
      expect(pack.dimensions[0]?.id).toBe('total');
    });
  });
});

describe('published boundaries', () => {
  /** The total after one more point at a time, and what it gives. */
  function outcomeAt(id: string, raw: number, normSet?: string) {
    const pack = scale(id);
    const top = Math.max(...(pack.options ?? []).map(({ value }) => value));
    let left = raw;
    const values = Object.fromEntries(
      pack.items.map((item) => {
        const share = Math.min(top, left);
        left -= share;
        return [item.id, item.reverse === true ? top - share : share];
      }),
    );
    const result = scoreSheet(pack, sheet(pack, values), { normSet });
    return [
      result.dimensions[0]?.raw,
      result.dimensions[0]?.band_id,
      positiveDimensions(pack, result).length > 0,
    ] as const;
  }

  it.each([
    [4, 'minimal', false],
    [5, 'mild', false],
    [9, 'mild', false],
    [10, 'moderate', true],
    [14, 'moderate', true],
    [15, 'moderately-severe', true],
    [19, 'moderately-severe', true],
    [20, 'severe', true],
    [27, 'severe', true],
  ])('of PHQ-9 at %i', (raw, band, positive) => {
    expect(outcomeAt('phq-9', raw)).toEqual([raw, band, positive]);
    expect(outcomeAt('phq-9', raw, 'adolescent-13-17')).toEqual([raw, band, raw >= 11]);
  });

  it.each([
    [4, 'minimal', 'below', 'below'],
    [5, 'mild', 'below', 'below'],
    [6, 'mild', 'below', 'below'],
    [7, 'mild', 'below', 'reached'],
    [9, 'mild', 'below', 'reached'],
    [10, 'moderate', 'below', 'reached'],
    [11, 'moderate', 'moderate', 'reached'],
    [14, 'moderate', 'moderate', 'reached'],
    [15, 'severe', 'moderate', 'reached'],
    [16, 'severe', 'moderate', 'reached'],
    [17, 'severe', 'severe', 'reached'],
  ])('of GAD-7 at %i', (raw, published, adolescent, hongKong) => {
    expect(outcomeAt('gad-7', raw)).toEqual([raw, published, raw >= 10]);
    expect(outcomeAt('gad-7', raw, 'adolescent')).toEqual([raw, adolescent, raw >= 11]);
    expect(outcomeAt('gad-7', raw, 'hong-kong-15-24')).toEqual([raw, hongKong, raw >= 7]);
  });

  it.each([
    [15, 'below'],
    [16, 'reached'],
  ])('of CES-D at %i', (raw, band) => {
    expect(outcomeAt('ces-d', raw)).toEqual([raw, band, raw >= 16]);
  });

  it('of WHO-5: raw 7, 8, 12 and 13 become 28, 32, 48 and 52', () => {
    expect(outcomeAt('who-5', 7)).toEqual([7, 'likely-low', true]);
    expect(outcomeAt('who-5', 8)).toEqual([8, 'low', true]);
    expect(outcomeAt('who-5', 12)).toEqual([12, 'low', true]);
    expect(outcomeAt('who-5', 13)).toEqual([13, 'good', false]);
  });
});

describe('critical answers', () => {
  it('of PHQ-9 item 9 are found whatever the total and the rest of the sheet', () => {
    const pack = scale('phq-9');
    expect(critical(pack, sheet(pack, { '*': 3, '9': 0 }))).toEqual([]);
    expect(critical(pack, [{ item_id: '9', value: 1 }])).toEqual([
      expect.objectContaining({ scale_id: 'phq-9', item_id: '9', value: 1, level: 2, topic: 'suicide' }),
    ]);
    expect(critical(pack, [{ item_id: '9', value: 3 }])).toEqual([expect.objectContaining({ value: 3, level: 1 })]);
  });
});
