import { describe, expect, it } from 'vitest';
import { holds } from '../../../src/features/screening/rules/scales/conditions.ts';
import { critical, isCriticalItem } from '../../../src/features/screening/rules/scales/critical.ts';
import { medianSeconds } from '../../../src/features/screening/rules/scales/marks.ts';
import { normedRaw } from '../../../src/features/screening/rules/scales/norms.ts';
import type { NormSet } from '../../../src/features/screening/rules/scales/pack-parts.ts';
import type { TotalsPack } from '../../../src/features/screening/rules/scales/pack-schema.ts';
import { bandsOf, fits, normsOf } from '../../../src/features/screening/rules/scales/pack.ts';
import type { Questionnaire } from '../../../src/features/screening/rules/scales/questionnaire-schema.ts';
import { bandTotals, scoreSheet, underNorms } from '../../../src/features/screening/rules/scales/score.ts';
import { visibleAnswers } from '../../../src/features/screening/rules/scales/visible-items.ts';
import { dimension, ids, invented } from './support/invented.ts';
import { scale, sheet } from './support/packs.ts';

const BOUNDS = [
  { band: 'low', from: 0, to: 59.9 },
  { band: 'high', from: 60, to: 120 },
];
const set = (id: string, mean: number, cutoff?: number): NormSet => ({
  id,
  title: id,
  source: '测试',
  dimensions: {
    total: {
      bands: BOUNDS,
      cells: [{ mean, sd: 2 }],
      ...(cutoff !== undefined && { cutoff: { atLeast: cutoff } }),
    },
  },
});
const T_SCORE = { transform: { kind: 't-score' as const }, digits: 1 };

describe('a stored result under another norm set', () => {
  const rule = (how: 'sum' | 'mean') => dimension('total', ids(1, 4), [0, 120], { rule: how, ...T_SCORE });
  const under = (how: 'sum' | 'mean', stored: { raw: number | null; score: number | null }, normSet = 'girls') => {
    const pack = invented({
      dimensions: [rule(how)],
      normSets: [set('default', 4), set('girls', 2, 60), set('boys', 3)],
    });
    return underNorms(pack, rule(how), stored, { normSet });
  };

  it('is converted again from the raw points, rounded, and has the band and the cutoff of that set', () => {
    expect(under('sum', { raw: 4, score: 50 })).toEqual({ score: 60, band_id: 'high', positive: true });
    expect(under('sum', { raw: 3, score: 45 })).toEqual({ score: 55, band_id: 'low', positive: false });
    expect(under('sum', { raw: 3.333, score: 45 }).score).toBe(56.7);
  });

  it('is converted from the mean where the dimension is one', () => {
    expect(under('mean', { raw: 16, score: 50 })).toEqual({ score: 60, band_id: 'high', positive: true });
  });

  it('is never positive without a cutoff', () => {
    expect(under('sum', { raw: 12, score: 90 }, 'boys')).toMatchObject({ band_id: 'high', positive: false });
  });

  it('keeps its score where it has no raw points, and has no band without a score', () => {
    expect(under('sum', { raw: null, score: 61.25 })).toEqual({ score: 61.3, band_id: 'high', positive: true });
    expect(under('sum', { raw: null, score: null })).toEqual({ score: null, band_id: null, positive: false });
  });

  it('only gets other bands where the score does not depend on norms', () => {
    const plain = dimension('total', ids(1, 4), [0, 120], { digits: 0 });
    const pack = invented({ dimensions: [plain], normSets: [set('default', 4), set('girls', 2, 60)] });
    expect(underNorms(pack, plain, { raw: 2, score: 60.4 }, { normSet: 'girls' })).toEqual({
      score: 60.4,
      band_id: 'high',
      positive: true,
    });
  });

  it('shows the mean of the items beside the mean of the norm', () => {
    const pack = invented({ dimensions: [rule('mean')], normSets: [set('default', 2)] });
    expect(normedRaw(pack, { dimension_id: 'total', raw: 7 }, 'default', {})).toEqual({ value: 1.75, mean: 2, sd: 2 });
    expect(normedRaw(pack, { dimension_id: 'none', raw: 7 }, 'default', {})).toBeUndefined();
    expect(normedRaw(pack, { dimension_id: 'total', raw: null }, 'default', {})).toBeUndefined();
  });
});

describe('a transformation', () => {
  const scored = (rest: Parameters<typeof dimension>[3], normSet: NormSet = set('default', 0)) => {
    const pack = invented({ dimensions: [dimension('total', ids(1, 4), [0, 120], rest)], normSets: [normSet] });
    return scoreSheet(pack, sheet(pack, { '*': 2 })).dimensions[0]?.score;
  };

  it('multiplies, then adds', () => {
    expect(scored({ transform: { kind: 'linear', multiply: 2, add: 3 } })).toBe(19);
    expect(scored({ transform: { kind: 'linear', multiply: 2, add: -3 } })).toBe(13);
  });

  it('by a table begins at the first raw value that the table names', () => {
    const table = set('default', 0);
    table.dimensions['total'] = { bands: BOUNDS, cells: [{ from: 7, scores: [40, 45, 50] }] };
    expect(scored(T_SCORE, table)).toBe(45);
  });
});

it('a condition includes what is at least and at most, and excludes what is above and below', () => {
  const among = (condition: Parameters<typeof holds>[0]) => [1, 2, 3].filter((value) => holds(condition, value));
  expect([among({ atLeast: 2 }), among({ atMost: 2 }), among({ above: 2 }), among({ below: 2 })]).toEqual([
    [2, 3],
    [1, 2],
    [3],
    [1],
  ]);
});

describe('the band of a score', () => {
  it('is the lower one between two ranges, and the lowest below all of them', () => {
    const pack = invented({
      dimensions: [dimension('total', ids(1, 4), [0, 12])],
      normSets: [
        {
          ...set('default', 0),
          dimensions: {
            total: {
              bands: [
                { band: 'low', from: 2, to: 4 },
                { band: 'high', from: 6, to: 12 },
              ],
            },
          },
        },
      ],
    });
    const bandOf = (values: Record<string, number>) => scoreSheet(pack, sheet(pack, values)).dimensions[0]?.band_id;
    expect(bandOf({ '*': 0 })).toBe('low');
    expect(bandOf({ '*': 0, '1': 3, '2': 2 })).toBe('low');
    expect(bandOf({ '*': 0, '1': 3, '2': 3 })).toBe('high');
  });

  it('must be one of the pack, under its own name', () => {
    const odd = invented();
    expect(() => bandsOf({ ...odd, bands: {} }, 'total')).toThrow('no band low');
    const dimensions = { total: { bands: [{ band: 'toString', from: 0, to: 12 }] } };
    expect(() => bandsOf({ ...odd, normSets: [{ ...set('default', 0), dimensions }] }, 'total')).toThrow(
      'no band toString',
    );
    expect(normsOf(set('default', 0), 'toString')).toBeUndefined();
  });
});

describe('scores from elsewhere', () => {
  const slot = {
    ...invented(),
    kind: 'totals',
    dimensions: [{ id: 'total' }, { id: 'validity' }],
    validity: [
      { id: 'lie', title: '掩饰', kind: 'dimension', dimension: 'validity', when: { atLeast: 7 }, effect: 'void' },
      { id: 'high', title: '偏高', kind: 'dimension', dimension: 'total', when: { atLeast: 10 }, effect: 'mark' },
    ],
  } as unknown as TotalsPack;
  const marks = (totals: Record<string, number>) => bandTotals(slot, totals).marks.map(({ mark_id }) => mark_id);

  it('are void from the stated points of validity on, and only where these were given', () => {
    expect(bandTotals(slot, { total: 3, validity: 7 })).toMatchObject({ valid: false });
    expect(bandTotals(slot, { total: 3, validity: 6 })).toMatchObject({ valid: true, marks: [] });
    expect(marks({ total: 3 })).toEqual([]);
    expect(bandTotals(slot, { total: 10 })).toMatchObject({ valid: true });
    expect(marks({ total: 10, validity: 9 })).toEqual(['lie', 'high']);
  });

  it('leave a dimension without its number without a score, also one that is called like a part of every object', () => {
    expect(bandTotals(slot, {}).dimensions[0]).toMatchObject({ score: null, band_id: null });
    const odd = { ...slot, dimensions: [{ id: 'toString' }] } as unknown as TotalsPack;
    expect(bandTotals(odd, {}).dimensions[0]).toMatchObject({ score: null, band_id: null });
  });
});

describe('a check over a dimension', () => {
  const check = (rule: 'sum' | 'mean', atLeast: number) =>
    invented({
      dimensions: [dimension('total', ids(1, 4), [0, 12]), dimension('lie', ids(1, 4), [0, 12], { rule })],
      validity: [{ id: 'lie', title: '掩饰', kind: 'dimension', dimension: 'lie', when: { atLeast }, effect: 'void' }],
    });
  const isValid = (pack: ReturnType<typeof check>, values: Record<string, number | null>) =>
    scoreSheet(pack, sheet(pack, values)).valid;

  it('holds for a mean as for a sum', () => {
    expect(isValid(check('mean', 2), { '*': 2 })).toBe(false);
    expect(isValid(check('mean', 2), { '*': 2, '1': 1 })).toBe(true);
    expect(isValid(check('sum', 8), { '*': 2 })).toBe(false);
  });

  it('counts the answers that the dimension counts', () => {
    const counts = { rule: 'count' as const, counted: { atLeast: 2 } };
    const pack = invented({
      dimensions: [dimension('total', ids(1, 4), [0, 12]), dimension('lie', ids(1, 4), [0, 4], counts)],
      validity: [
        { id: 'lie', title: '掩饰', kind: 'dimension', dimension: 'lie', when: { atLeast: 3 }, effect: 'void' },
      ],
    });
    expect(isValid(pack, { '*': 3, '1': 1 })).toBe(false);
    expect(isValid(pack, { '*': 3, '1': 1, '2': 1 })).toBe(true);
  });

  it('voids a sheet with gaps only where no answer to them could save it', () => {
    expect(isValid(check('sum', 6), { '*': 3, '1': null })).toBe(false);
    expect(isValid(check('sum', 10), { '*': 3, '1': null })).toBe(true);
  });
});

describe('the speed of a sheet', () => {
  const at = (...seconds: (number | undefined)[]) =>
    seconds.map((second, i) => ({
      item_id: String(i),
      value: 0,
      ...(second !== undefined && { answered_at: new Date(second * 1000).toISOString() }),
    }));

  it('is the median distance of its answers, in whatever order they come', () => {
    expect(medianSeconds(at(0, 1, 3, 7))).toBe(2);
    expect(medianSeconds(at(7, 0, 3, 1))).toBe(2);
    expect(medianSeconds(at(0, 1, 3, 7, 15))).toBe(3);
    expect(medianSeconds(at(0, 9, 10, 30, 100))).toBe(14.5);
  });

  it('is unknown with fewer than three distances, and where more than half of the answers have no time', () => {
    expect(medianSeconds(at(0, 1, 3))).toBeUndefined();
    expect(medianSeconds(at(0, 1, 3, 7, undefined, undefined, undefined, undefined))).toBe(2);
    expect(medianSeconds(at(0, 1, 3, 7, undefined, undefined, undefined, undefined, undefined))).toBeUndefined();
    expect(medianSeconds([...at(0, 1, 3), { item_id: '9', value: 0, answered_at: 'no time' }])).toBeUndefined();
  });
});

describe('critical items', () => {
  const pack = invented({
    critical: [
      { item: '2', when: { atLeast: 1 }, level: 3, words: '有时' },
      { item: '2', when: { atLeast: 3 }, level: 1, words: '几乎每天' },
      { item: '3', when: { atLeast: 1 }, level: 2, words: '有过' },
    ],
  });

  it('come once each, with the most urgent level that holds', () => {
    const found = (value: number) =>
      critical(pack, [{ item_id: '2', value }]).map(({ level, words }) => [level, words]);
    expect([found(0), found(1), found(3)]).toEqual([[], [[3, '有时']], [[1, '几乎每天']]]);
    expect(critical(pack, [{ item_id: '2', value: 1 }])[0]).toHaveProperty('topic', null);
  });

  it('are known by their id, of a scale only', () => {
    expect(['1', '2'].map((id) => isCriticalItem(pack, id))).toEqual([false, true]);
    expect(isCriticalItem({ ...pack, kind: 'totals' } as unknown as TotalsPack, '2')).toBe(false);
    expect(isCriticalItem(scale('phq-9'), '9')).toBe(true);
  });
});

it('results use no answer to an item that the pack does not have', () => {
  const pack = invented();
  const answers = [
    { item_id: '1', value: 0 },
    { item_id: 'gone', value: 0 },
  ];
  expect(visibleAnswers(pack, answers)).toEqual([{ item_id: '1', value: 0 }]);
  expect(visibleAnswers({ ...pack, kind: 'questionnaire' } as unknown as Questionnaire, answers)).toHaveLength(1);
});

it('a norm for an age fits no person whose age is unknown, and fits from its first to its last year', () => {
  expect(fits({ ages: { from: 12, to: 14 } }, {})).toBe(false);
  expect([11, 12, 14, 15].map((age) => fits({ ages: { from: 12, to: 14 } }, { age }))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(fits({ ages: { to: 14 } }, { age: 3 })).toBe(true);
  expect(fits({ sexes: [1] }, {})).toBe(false);
});
