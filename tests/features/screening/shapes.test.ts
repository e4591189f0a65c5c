import { describe, expect, it } from 'vitest';
import { lintPack } from '../../../src/features/screening/rules/scales/lint/lint-pack.ts';
import { normedRaw } from '../../../src/features/screening/rules/scales/norms.ts';
import type { NormSet } from '../../../src/features/screening/rules/scales/pack-parts.ts';
import type { ScalePack } from '../../../src/features/screening/rules/scales/pack-schema.ts';
import type { Person } from '../../../src/features/screening/rules/scales/pack.ts';
import {
  bandTotals,
  positiveDimensions,
  scoreSheet,
  type ScoringContext,
} from '../../../src/features/screening/rules/scales/score.ts';
import { BANDS, dimension, ids, invented, points } from './support/invented.ts';
import { sheet, slots } from './support/packs.ts';

const norms = (dimensions: NormSet['dimensions'], rest: Partial<NormSet> = {}): NormSet => ({
  id: 'default',
  title: '默认',
  source: '测试',
  dimensions,
  ...rest,
});
const split = (from: number, at: number, to: number, step = 1) => [
  { band: 'low', from, to: Math.round((at - step) * 100) / 100 },
  { band: 'high', from: at, to },
];
const outcome = (pack: ScalePack, values: Record<string, number | null>, context: ScoringContext = {}) => {
  const { dimensions, valid, marks } = scoreSheet(pack, sheet(pack, values), context);
  return {
    of: Object.fromEntries(dimensions.map(({ dimension_id: id, ...rest }) => [id, rest])),
    valid,
    marks: marks.map(({ mark_id: id }) => id),
  };
};
/** No lint finding but those of examples, which the test itself is. */
const clean = (pack: ScalePack) => expect(lintPack(pack)).toEqual([]);

describe('a yes/no scale with a validity dimension (as MHT)', () => {
  const validity = ids(82, 100).filter((id) => Number(id) % 2 === 0);
  const content = ids(1, 100).filter((id) => !validity.includes(id));
  const items = ids(1, 100).map((id) => ({ id, text: `题 ${id}` }));
  const mht = invented({
    items,
    options: points(0, 1),
    dimensions: [
      dimension('total', content, [0, 90]),
      dimension('learning', ids(1, 15), [0, 15]),
      dimension('validity', validity, [0, 10]),
    ],
    bands: { ...BANDS, middle: { ...BANDS['low']!, order: 1 }, high: { ...BANDS['high']!, order: 2 } },
    normSets: [
      norms({
        total: { bands: split(0, 65, 90), cutoff: { atLeast: 65 } },
        learning: {
          bands: [
            { band: 'low', from: 0, to: 3 },
            { band: 'middle', from: 4, to: 7 },
            { band: 'high', from: 8, to: 15 },
          ],
        },
      }),
    ],
    validity: [
      { id: 'lie', kind: 'dimension', effect: 'void', title: '效度', dimension: 'validity', when: { atLeast: 7 } },
    ],
  });
  const yes = (list: readonly string[]) => ({ '*': 0, ...Object.fromEntries(list.map((id) => [id, 1])) });

  it('has no validity item in the total, and splits at its cutoffs', () => {
    clean(mht);
    expect(validity).toHaveLength(10);
    expect(outcome(mht, yes([...content.slice(0, 64), ...validity.slice(0, 6)]))).toMatchObject({
      of: { total: { raw: 64, band_id: 'low' }, validity: { raw: 6 } },
      valid: true,
      marks: [],
    });
    expect(outcome(mht, yes(content.slice(0, 65))).of['total']).toMatchObject({ raw: 65, band_id: 'high' });
    for (const [n, band] of [
      [3, 'low'],
      [4, 'middle'],
      [7, 'middle'],
      [8, 'high'],
    ] as const)
      expect(outcome(mht, yes(ids(1, n))).of['learning']).toMatchObject({ raw: n, band_id: band });
  });

  it('is void from seven points of validity on, also where the rest of these items is missing', () => {
    expect(outcome(mht, yes(validity.slice(0, 7)))).toMatchObject({ valid: false, marks: ['lie'] });
    const missing = Object.fromEntries(validity.slice(7).map((id) => [id, null]));
    expect(outcome(mht, { ...yes(validity.slice(0, 7)), ...missing }).valid).toBe(false);
    expect(outcome(mht, { ...yes(validity.slice(0, 6)), ...missing }).valid).toBe(true);
  });
});

describe('factor means, a total and a count of positive items (as SCL-90)', () => {
  const scl = invented(
    {
      options: points(1, 5),
      dimensions: [
        dimension('total', ids(1, 90), [90, 450]),
        dimension('positive-items', ids(1, 90), [0, 90], { rule: 'count', counted: { atLeast: 2 } }),
        dimension('factor', ids(1, 12), [1, 5, 0.01], { rule: 'mean' }),
      ],
      normSets: [
        norms({
          total: { bands: split(90, 161, 450), cutoff: { above: 160 } },
          'positive-items': { bands: split(0, 44, 90), cutoff: { above: 43 } },
          factor: { bands: split(1, 2, 5, 0.01), cutoff: { atLeast: 2 } },
        }),
      ],
      golden: [{ title: '全部 1', answers: { '*': 1 }, expect: { dimensions: { total: { raw: 90 } } } }],
    },
    90,
  );
  const positive = (values: Record<string, number>) => {
    const result = scoreSheet(scl, sheet(scl, values));
    return positiveDimensions(scl, result);
  };
  const with2 = (from: number, count: number) => Object.fromEntries(ids(from, from + count - 1).map((id) => [id, 2]));

  it('is positive by any of the three', () => {
    clean(scl);
    expect(positive({ '*': 1, ...with2(20, 43) })).toEqual([]);
    expect(positive({ '*': 1, ...with2(20, 44) })).toEqual(['positive-items']);
    expect(positive({ '*': 1, ...with2(1, 11) })).toEqual([]);
    expect(positive({ '*': 1, ...with2(1, 12) })).toEqual(['factor']);
    const at = (total: number) => ({
      '*': 1,
      ...Object.fromEntries(ids(20, 36).map((id) => [id, 5])),
      '40': total - 157,
    });
    expect(positive(at(160))).toEqual([]);
    expect(positive(at(161))).toEqual(['total']);
  });

  it('gives the sum as raw and the mean as score', () => {
    expect(outcome(scl, { '*': 1, ...with2(1, 3) }).of['factor']).toMatchObject({ raw: 15, score: 1.25 });
  });
});

describe('subscales of which one is not in the total, with reversed items (as SDQ)', () => {
  const reversed = new Set(['2', '12']);
  const items = ids(1, 25).map((id) => ({
    id,
    text: `题 ${id}`,
    ...(reversed.has(id) ? { reverse: true as const } : {}),
  }));
  const sdq = invented({
    items,
    options: points(0, 2),
    dimensions: [
      dimension('total', ids(1, 20), [0, 40]),
      dimension('prosocial', ids(21, 25), [0, 10], { better: 'higher' }),
    ],
    normSets: [norms({ total: { bands: split(0, 17, 40) } })],
    golden: [{ title: '全部 1', answers: { '*': 1 }, expect: { dimensions: { total: { raw: 20 } } } }],
  });

  it('counts the excluded items only in their own subscale, and mirrors the reversed ones', () => {
    clean(sdq);
    expect(outcome(sdq, { '*': 0, ...Object.fromEntries(ids(21, 25).map((id) => [id, 2])) }).of).toMatchObject({
      total: { raw: 4, score: 4 },
      prosocial: { raw: 10, band_id: null },
    });
    expect(outcome(sdq, { '*': 2 }).of['total']).toMatchObject({ raw: 36 });
  });
});

describe('T-scores by grade and sex (as RCADS)', () => {
  const cells = [
    { grades: [7, 8], sexes: [1], mean: 4, sd: 2 },
    { grades: [7, 8], sexes: [2], mean: 6, sd: 3 },
    { grades: [9], from: 0, scores: [38, 41, 44, 47, 50, 54, 58, 61, 64, 65, 69, 70, 75] },
  ];
  const rcads = invented({
    dimensions: [
      dimension('total', ids(1, 4), [0, 150], {
        transform: { kind: 't-score' },
        digits: 0,
        missing: { rule: 'prorate', atMost: 1, round: true },
      }),
    ],
    bands: { ...BANDS, middle: { ...BANDS['low']!, order: 1 }, high: { ...BANDS['high']!, order: 2 } },
    normSets: [
      norms({
        total: {
          bands: [
            { band: 'low', from: 0, to: 64 },
            { band: 'middle', from: 65, to: 69 },
            { band: 'high', from: 70, to: 150 },
          ],
          cells,
        },
      }),
    ],
    golden: [
      {
        title: '初一男生',
        grade: 7,
        sex: 1,
        answers: { '*': 2 },
        expect: { dimensions: { total: { raw: 8, score: 70, band: 'high' } } },
      },
    ],
  });

  it('depends on the cell of the person, by mean and deviation or by table', () => {
    clean(rcads);
    const at = (values: Record<string, number | null>, context: ScoringContext) =>
      outcome(rcads, values, context).of['total'];
    expect(at({ '*': 2 }, { grade: 8, sex: 1 })).toEqual({ raw: 8, score: 70, band_id: 'high', missing: 0 });
    expect(at({ '*': 2 }, { grade: 8, sex: 2 })).toMatchObject({ score: 57, band_id: 'low' });
    expect(at({ '*': 2, '1': 3 }, { grade: 9, sex: 2 })).toMatchObject({ raw: 9, score: 65, band_id: 'middle' });
    expect(at({ '*': 2, '1': 1, '2': 3 }, { grade: 9 })).toMatchObject({ raw: 8, score: 64, band_id: 'low' });
    expect(at({ '*': 3 }, { grade: 9 })).toMatchObject({ raw: 12, score: 75, band_id: 'high' });
  });

  it('is none where no cell fits the person, and the raw value stays', () => {
    expect(outcome(rcads, { '*': 2 }, { grade: 8 }).of['total']).toEqual({
      raw: 8,
      score: null,
      band_id: null,
      missing: 0,
    });
    expect(outcome(rcads, { '*': 2 }, { grade: 3, sex: 1 }).of['total']).toMatchObject({ score: null });
  });

  it('is shown beside the raw score and the norm of the person, where the norm has a mean', () => {
    const of = (context: Person, raw: number | null = 8) =>
      normedRaw(rcads, { dimension_id: 'total', raw }, 'default', context);
    expect(of({ grade: 8, sex: 1 })).toEqual({ value: 8, mean: 4, sd: 2 });
    expect(of({ grade: 8, sex: 2 })).toEqual({ value: 8, mean: 6, sd: 3 });
    expect([of({ grade: 9 }), of({ grade: 8 }), of({ grade: 8, sex: 1 }, null)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is prorated and rounded where the pack says so', () => {
    expect(outcome(rcads, { '*': 2, '1': null, '2': 3 }, { grade: 9 }).of['total']).toMatchObject({
      raw: 9,
      score: 65,
      missing: 1,
    });
    expect(outcome(rcads, { '*': 2, '1': null, '2': null }, { grade: 9 }).of['total']).toMatchObject({
      raw: null,
      score: null,
      missing: 2,
    });
  });
});

describe('the slots', () => {
  it('hold no items and no licence to use them', () => {
    expect(slots.map(({ id }) => id)).toEqual(['k10', 'mht', 'rcads-25', 'rcads-47', 'scl-90', 'sdq']);
    for (const slot of slots) {
      expect(slot.licence).toMatchObject({ state: 'slot', wording: 'none' });
      expect(lintPack(slot)).toEqual([]);
    }
  });

  it('of K10 has both published schemes', () => {
    const k10 = slots.find(({ id }) => id === 'k10')!;
    const bands = (normSet: string) =>
      [15, 16, 19, 20, 21, 22, 24, 25, 29, 30].map((total) =>
        bandTotals(k10, { total }, { normSet }).dimensions[0]?.band_id?.at(-1),
      );
    expect(bands('16-22-30').join('')).toBe('0111122223');
    expect(bands('20-25-30').join('')).toBe('0001111223');
    expect(bandTotals(k10, {}).dimensions[0]).toMatchObject({ score: null, band_id: null });
  });
});
