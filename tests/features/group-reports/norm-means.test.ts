import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/features/group-reports/rules/cells.ts';
import type { NormRow } from '../../../src/features/group-reports/rules/norm-means.ts';
import { scalesOf } from '../../../src/features/group-reports/rules/scales-of.ts';
import type { NormDimension } from '../../../src/features/screening/public.ts';
import type { ScalePack } from '../../../src/features/screening/rules/scales/pack-schema.ts';
import { scale } from '../screening/support/packs.ts';

type Cells = NonNullable<NormDimension['cells']>;
const plain = scale('gad-7');
const [normSet] = plain.normSets;

/** The pack whose norm set gives these means. */
const withMeans = (cells: Cells): ScalePack => ({
  ...plain,
  normSets: plain.normSets.map((set) => ({
    ...set,
    dimensions: Object.fromEntries(Object.entries(set.dimensions).map(([id, norms]) => [id, { ...norms, cells }])),
  })),
});

const BOYS_AND_GIRLS: Cells = [
  { sexes: [1], ages: { from: 12, to: 15 }, mean: 4, sd: 3 },
  { sexes: [2], ages: { from: 12, to: 15 }, mean: 6, sd: 4 },
];

/** Students of one sex, with the sum of their scores. */
const cell = (sex: number, n: number, sum: number, squares: number): Cell => ({
  part: '3-8',
  sex,
  scale_id: plain.id,
  version: plain.version,
  wording: 'unofficial',
  norm_set: normSet?.id ?? '',
  dimension_id: 'total',
  band_id: 'mild',
  state: 'attentive',
  n,
  positive: 0,
  scored: n,
  sum,
  squares,
});
const CELLS = [cell(1, 30, 150, 900), cell(2, 10, 80, 700)];
const rowsOf = (age: number): NormRow[] =>
  CELLS.map(({ part, sex, scale_id, version, norm_set, dimension_id, n }) => ({
    part,
    sex,
    scale_id,
    version,
    norm_set,
    dimension_id,
    n,
    period: 3,
    grade: 8,
    age,
  }));

const dimensionOf = (pack: ScalePack, how: { isExact?: boolean; normRows?: readonly NormRow[] }, cells = CELLS) => {
  const [found] = scalesOf([{ pack, others: [] }], cells, {
    show: (n) => n,
    isExact: true,
    parts: [],
    normSets: {},
    ...how,
  });
  const [dimension] = found?.dimensions ?? [];
  if (!dimension) throw new Error('no dimension');
  return dimension;
};
const normsOf = ({ groups }: ReturnType<typeof dimensionOf>) =>
  Object.fromEntries(groups.map(({ label, norm }) => [label, norm]));

describe('means beside their norm', () => {
  it('compare each group with the norm of its own students', () => {
    const norms = normsOf(dimensionOf(withMeans(BOYS_AND_GIRLS), { normRows: rowsOf(13) }));
    expect(norms['男生']).toEqual({ mean: 4, sd: 3, difference: 1, d: 0.33 });
    expect(norms['女生']).toEqual({ mean: 6, sd: 4, difference: 2, d: 0.5 });
    // 30 boys and 10 girls are expected at 4.5, with a standard deviation of √((30 × 9 + 10 × 16) / 40) = 3.28.
    expect(norms['全部']).toEqual({ mean: 4.5, sd: 3.3, difference: 1.3, d: 0.38 });
  });

  it('are absent where the pack gives none', () => {
    const dimension = dimensionOf(plain, { normRows: rowsOf(13) });
    expect(JSON.stringify(dimension)).not.toContain('norm');
    expect(dimension.groups[0]?.mean).toBe(5.8);
  });

  it('are absent, with a word, where a student belongs to none of its groups', () => {
    const dimension = dimensionOf(withMeans(BOYS_AND_GIRLS), { normRows: rowsOf(16) });
    expect(dimension.norm_gap).toBe(true);
    expect(normsOf(dimension)).toEqual({ 全部: undefined, 男生: undefined, 女生: undefined });
    const boysOnly = dimensionOf(withMeans(BOYS_AND_GIRLS.slice(0, 1)), { normRows: rowsOf(13) });
    expect(boysOnly.norm_gap).toBe(true);
    expect(normsOf(boysOnly)['男生']?.difference).toBe(1);
    expect(normsOf(boysOnly)['全部']).toBeUndefined();
  });

  it('compare a T-score with 50 and 10, which every norm gives it', () => {
    const pack: ScalePack = {
      ...withMeans([{ mean: 7, sd: 2 }]),
      dimensions: plain.dimensions.map((dimension) => ({ ...dimension, transform: { kind: 't-score' as const } })),
    };
    const norms = normsOf(dimensionOf(pack, {}, [cell(1, 4, 220, 12_180)]));
    expect(norms['全部']).toEqual({ mean: 50, sd: 10, difference: 5, d: 0.5 });
    expect(norms['女生']).toBeUndefined();
  });

  it('are never given to readers of rounded numbers', () => {
    const dimension = dimensionOf(withMeans(BOYS_AND_GIRLS), { isExact: false, normRows: rowsOf(13) });
    expect(JSON.stringify(dimension)).not.toMatch(/norm|mean|"d"/);
  });
});
