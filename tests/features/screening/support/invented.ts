import type { ScalePack } from '../../../../src/features/screening/rules/scales/pack-schema.ts';

type Dimension = ScalePack['dimensions'][number];
type Bands = ScalePack['bands'];

const words = { teacher: '说明', student: '说明', guardian: '说明' };
export const BANDS: Bands = {
  low: { title: '低', tone: 'grey', order: 0, words },
  high: { title: '高', tone: 'red', order: 1, words },
};

export const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => String(from + i));

export const dimension = (
  id: string,
  items: readonly string[],
  [from, to, step = 1]: readonly number[],
  rest: Partial<Dimension> = {},
): Dimension => ({
  id,
  title: id,
  better: 'lower',
  range: { from: from ?? 0, to: to ?? 0, step },
  items: [...items],
  rule: 'sum',
  missing: { rule: 'none' },
  ...rest,
});

/** Options with the points `from` to `to`. */
export const points = (from: number, to: number) => ids(from, to).map((label) => ({ value: Number(label), label }));

/** A scale with invented items, whose total is split into two bands; `change` makes it the shape of a published one. */
export function invented(change: Partial<ScalePack> = {}, count = 4): ScalePack {
  const items = change.items ?? ids(1, count).map((id) => ({ id, text: `编出来的题目 ${id}` }));
  const high = items.length * 3;
  return {
    id: 'invented',
    version: '1.0.0',
    kind: 'scale',
    title: '编出来的量表',
    about: '只用于测试',
    instruction: '请作答',
    ages: { from: 12, source: '测试' },
    licence: { state: 'own', wording: 'unofficial', source: ['测试'] },
    options: points(0, 3),
    items,
    dimensions: [
      dimension(
        'total',
        items.map(({ id }) => id),
        [0, high],
      ),
    ],
    bands: BANDS,
    normSets: [
      {
        id: 'default',
        title: '默认',
        source: '测试',
        dimensions: {
          total: {
            bands: [
              { band: 'low', from: 0, to: 5 },
              { band: 'high', from: 6, to: high },
            ],
            cutoff: { atLeast: 6 },
          },
        },
      },
    ],
    validity: [],
    critical: [],
    golden: [{ title: '全部最低', answers: { '*': 0 }, expect: { dimensions: { total: { raw: 0, band: 'low' } } } }],
    ...change,
  };
}
