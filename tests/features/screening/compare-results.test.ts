import { describe, expect, it } from 'vitest';
import { compareResults, type ComparedResult } from '../../../src/features/screening/public.ts';
import type { ScalePack, TotalsPack } from '../../../src/features/screening/rules/scales/pack-schema.ts';
import { invented } from './support/invented.ts';
import { embedded } from './support/packs.ts';

const pack = invented();

const result = (score: number | null, change: Partial<ComparedResult> = {}): ComparedResult => ({
  pack,
  exam_id: `exam-${score}`,
  wording: 'unofficial',
  norm_set: 'default',
  valid: true,
  dimensions: [{ dimension_id: 'total', score, missing: 0 }],
  ...change,
});
const reasons = (a: ComparedResult, b: ComparedResult) => {
  const comparison = compareResults(a, b);
  return comparison.comparable ? [] : comparison.reasons;
};
const changed = (change: Partial<ScalePack>) => ({ ...pack, version: '2.0.0', ...change });

/** The pack with a stated reliability: a change of more than 1.96 × 2 × √(2 × 0.2) = 2.48 points is none of chance. */
const reliable = (better: 'lower' | 'higher' = 'lower'): ScalePack => ({
  ...pack,
  dimensions: pack.dimensions.map((each) => ({ ...each, better })),
  normSets: pack.normSets.map((set) => ({
    ...set,
    dimensions: Object.fromEntries(
      Object.entries(set.dimensions).map(([id, norms]) => [
        id,
        { ...norms, reliability: { coefficient: 0.8, sd: 2, source: '测试' } },
      ]),
    ),
  })),
});

describe('comparing two results', () => {
  it('says the difference, and no judgement where the pack states no reliability', () => {
    expect(compareResults(result(4), result(9))).toEqual({
      comparable: true,
      changes: [{ dimension_id: 'total', from: 4, to: 9, difference: 5 }],
    });
    for (const each of embedded)
      if (each.kind !== 'questionnaire')
        for (const { dimensions } of each.normSets)
          expect(Object.values(dimensions).every(({ reliability }) => reliability === undefined)).toBe(true);
  });

  it('judges a difference that is larger than chance explains, by the direction of the dimension', () => {
    const meaning = (from: number, to: number, better: 'lower' | 'higher' = 'lower') => {
      const comparison = compareResults(
        result(from, { pack: reliable(better), exam_id: 'a' }),
        result(to, { pack: reliable(better), exam_id: 'b' }),
      );
      return comparison.comparable ? comparison.changes.map((each) => each.meaning) : comparison.reasons;
    };
    expect(meaning(4, 6)).toEqual(['within-chance']);
    expect(meaning(6, 4)).toEqual(['within-chance']);
    expect(meaning(4, 7)).toEqual(['worse']);
    expect(meaning(7, 4)).toEqual(['better']);
    expect(meaning(4, 7, 'higher')).toEqual(['better']);
  });

  it('refuses what does not match, with every reason', () => {
    expect(reasons(result(1), result(2, { pack: { ...pack, id: 'other' } }))).toEqual(['pack']);
    expect(reasons(result(1), result(2, { norm_set: 'other' }))).toEqual(['norm-set']);
    expect(reasons(result(1), result(2, { wording: 'authorised' }))).toEqual(['wording']);
    expect(reasons(result(1), result(2, { source: 'imported' }))).toEqual(['source']);
    expect(reasons(result(1, { valid: false }), result(2))).toEqual(['void']);
    expect(reasons(result(1, { exam_id: 'x' }), result(2, { exam_id: 'x' }))).toEqual(['retake']);
    expect(reasons(result(1, { valid: false }), result(2, { wording: 'none', norm_set: 'x' }))).toEqual([
      'norm-set',
      'wording',
      'void',
    ]);
  });

  it('compares versions that score alike, and refuses those that do not', () => {
    const texts = changed({ title: '新的名称', items: pack.items.map((item) => ({ ...item, text: '改过的文字' })) });
    expect(reasons(result(1), result(2, { pack: texts }))).toEqual([]);
    const reversed = changed({ items: pack.items.map((item, i) => (i === 0 ? { ...item, reverse: true } : item)) });
    expect(reasons(result(1), result(2, { pack: reversed }))).toEqual(['scoring']);
    const fewer = changed({ dimensions: pack.dimensions.map((each) => ({ ...each, items: each.items.slice(1) })) });
    expect(reasons(result(1), result(2, { pack: fewer }))).toEqual(['scoring']);
    const cells = changed({
      normSets: pack.normSets.map((set) => ({
        ...set,
        dimensions: { total: { bands: set.dimensions['total']?.bands ?? [], cells: [{ mean: 5, sd: 2 }] } },
      })),
    });
    // Means of the norm give no score; a T-score is made of them.
    expect(reasons(result(1), result(2, { pack: cells }))).toEqual([]);
    const dimensions = pack.dimensions.map((each) => ({ ...each, transform: { kind: 't-score' as const } }));
    const former = changed({ dimensions });
    const later = { ...cells, version: '3.0.0', dimensions };
    expect(reasons(result(1, { pack: former }), result(2, { pack: later }))).toEqual(['scoring']);
  });

  it('leaves out a dimension without a whole score, and says incomplete where none is left', () => {
    expect(reasons(result(null), result(2))).toEqual(['incomplete']);
    expect(reasons(result(1), result(2, { dimensions: [{ dimension_id: 'total', score: 2, missing: 1 }] }))).toEqual([
      'incomplete',
    ]);
    const mht = embedded.find((each): each is TotalsPack => each.id === 'mht' && each.kind === 'totals');
    if (!mht) throw new Error('no MHT');
    const of = (exam_id: string, dimensions: ComparedResult['dimensions']): ComparedResult => ({
      pack: mht,
      exam_id,
      wording: 'none',
      norm_set: 'published',
      source: 'imported',
      valid: true,
      dimensions,
    });
    const former = of('a', [
      { dimension_id: 'total', score: 40 },
      { dimension_id: 'fear', score: 3 },
    ]);
    expect(compareResults(former, of('b', [{ dimension_id: 'fear', score: 5 }]))).toEqual({
      comparable: true,
      changes: [{ dimension_id: 'fear', from: 3, to: 5, difference: 2 }],
    });
  });

  it('compares groups of the same population, and never judges the change of a mean', () => {
    const group = (score: number, population: string) =>
      result(score, { pack: reliable(), population, dimensions: [{ dimension_id: 'total', score }] });
    expect(reasons(group(4, '2-1'), group(8, '3-1'))).toEqual(['population']);
    expect(compareResults(group(4.5, '2-1'), group(8.2, '2-1'))).toEqual({
      comparable: true,
      changes: [{ dimension_id: 'total', from: 4.5, to: 8.2, difference: 3.7 }],
    });
  });
});
