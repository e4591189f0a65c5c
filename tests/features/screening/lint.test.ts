import { describe, expect, it } from 'vitest';
import { lintPack } from '../../../src/features/screening/rules/scales/lint/lint-pack.ts';
import type { NormSet } from '../../../src/features/screening/rules/scales/pack-parts.ts';
import type { ScalePack } from '../../../src/features/screening/rules/scales/pack-schema.ts';
import { dimension, ids, invented, points } from './support/invented.ts';

const base = invented();
const total = base.dimensions[0]!;
const withBands = (bands: NormSet['dimensions'][string]['bands'], rest: Partial<ScalePack> = {}) =>
  invented({ normSets: [{ ...base.normSets[0]!, dimensions: { total: { bands } } }], ...rest });
const tScore = (cells: NonNullable<NormSet['dimensions'][string]['cells']>, rest: Partial<typeof total> = {}) => {
  const bands = [
    { band: 'low', from: 0, to: 64 },
    { band: 'high', from: 65, to: 100 },
  ];
  return invented({
    dimensions: [{ ...total, transform: { kind: 't-score' }, range: { from: 0, to: 100, step: 1 }, ...rest }],
    normSets: [{ ...base.normSets[0]!, dimensions: { total: { bands, cells } } }],
    golden: [{ title: '原始分', answers: { '*': 0 }, expect: { dimensions: { total: { raw: 0 } } } }],
  });
};
const table = Array.from({ length: 13 }, (_, i) => 40 + i);

const found = (pack: ScalePack) => lintPack(pack).map(({ pointer, reason }) => `${pointer} ${reason}`);

describe('the lint of a scale', () => {
  it('finds nothing in a right one', () => {
    expect(found(base)).toEqual([]);
    expect(found(tScore([{ from: 0, scores: table }]))).toEqual([]);
  });

  it.each<[string, ScalePack, string]>([
    [
      'a gap between bands',
      withBands([
        { band: 'low', from: 0, to: 4 },
        { band: 'high', from: 6, to: 12 },
      ]),
      '/normSets/0/dimensions/total/bands/1/from 5 到 6 之间有空缺',
    ],
    [
      'an overlap of bands',
      withBands([
        { band: 'low', from: 0, to: 6 },
        { band: 'high', from: 6, to: 12 },
      ]),
      '/normSets/0/dimensions/total/bands/1/from 与前一级重叠（前一级到 6）',
    ],
    [
      'bands that begin late',
      withBands([
        { band: 'low', from: 1, to: 5 },
        { band: 'high', from: 6, to: 12 },
      ]),
      '/normSets/0/dimensions/total/bands/0/from 0 到 1 之间有空缺',
    ],
    [
      'bands that end early',
      withBands([
        { band: 'low', from: 0, to: 5 },
        { band: 'high', from: 6, to: 11 },
      ]),
      '/normSets/0/dimensions/total/bands/1/to 最高分是 12，最后一级到 11',
    ],
    [
      'an empty band',
      withBands([
        { band: 'low', from: 0, to: 5 },
        { band: 'high', from: 6, to: 2 },
      ]),
      '/normSets/0/dimensions/total/bands/1 范围 6–2 是空的',
    ],
    [
      'bands against the direction',
      withBands([
        { band: 'high', from: 0, to: 5 },
        { band: 'low', from: 6, to: 12 },
      ]),
      '/normSets/0/dimensions/total/bands/1 分级 low 的 order 与分数的方向不合（better 是 lower）',
    ],
    [
      'an unknown band',
      withBands([
        { band: 'low', from: 0, to: 5 },
        { band: 'top', from: 6, to: 12 },
      ]),
      '/normSets/0/dimensions/total/bands/1/band 没有分级 top',
    ],
    ['a band nobody uses', withBands([{ band: 'low', from: 0, to: 12 }]), '/bands/high 没有常模用到分级 high'],
    [
      'an unknown dimension of norms',
      invented({
        normSets: [{ ...base.normSets[0]!, dimensions: { ...base.normSets[0]!.dimensions, other: { bands: [] } } }],
      }),
      '/normSets/0/dimensions/other 没有维度 other',
    ],
    ['doubled items', invented({ items: [...base.items, base.items[0]!] }), '/items/4/id 编号 1 出现了两次'],
    [
      'an unknown item',
      invented({ dimensions: [dimension('total', ['1', '9'], [0, 6])] }),
      '/dimensions/0/items/1 没有题目 9',
    ],
    [
      'an unknown item of a check',
      invented({ validity: [{ id: 'same', kind: 'all-equal', effect: 'mark', title: '相同', items: ['1', '9'] }] }),
      '/validity/0/items/1 没有题目 9',
    ],
    [
      'an unknown dimension of a check',
      invented({
        validity: [
          { id: 'lie', kind: 'dimension', effect: 'void', title: '效度', dimension: 'lie', when: { atLeast: 7 } },
        ],
      }),
      '/validity/0/dimension 没有维度 lie',
    ],
    [
      'options out of order',
      invented({ options: [...points(0, 2), { value: 1, label: '又' }] }),
      '/options/3/value 选项的分值 1 不大于前一个 2',
    ],
    ['no options', invented({ options: undefined }), '/items/0 题目 1 没有选项'],
    [
      'another range than that of the rule',
      invented({ dimensions: [dimension('total', ids(1, 4), [0, 16])] }),
      '/dimensions/0/range 范围写的是 0–16，按规则是 0–12',
    ],
    [
      'a first dimension that is no total',
      invented({ dimensions: [{ ...total, id: 'sum' }] }),
      '/dimensions/0/id 第一个维度是 sum',
    ],
    [
      'a count without what it counts',
      invented({ dimensions: [dimension('total', ids(1, 4), [0, 4], { rule: 'count' })] }),
      '/dimensions/0 rule 为 count 的维度要有 counted，其他的不能有',
    ],
    [
      'a score without an answer',
      invented({ dimensions: [{ ...total, missing: { rule: 'prorate', atMost: 4 } }] }),
      '/dimensions/0/missing/atMost 一题不答也会有分数',
    ],
    [
      'a condition that no option meets',
      invented({ critical: [{ item: '1', when: { atLeast: 4 }, level: 2, words: '跟进' }] }),
      '/critical/0/when 没有一个选项符合这个条件',
    ],
    [
      'an item about suicide without a critical condition',
      invented({ items: base.items.map((item) => (item.id === '2' ? { ...item, topic: 'suicide' as const } : item)) }),
      '/items/1/topic 题目 2 涉及自杀，却没有危急条件',
    ],
    ['ages the wrong way round', invented({ ages: { from: 18, to: 12, source: '测试' } }), '/ages 年龄范围是空的'],
    ['no examples', invented({ golden: [] }), '/golden 没有一个例子'],
    [
      'an example that does not hold',
      invented({ golden: [{ title: '错例', answers: { '*': 1 }, expect: { dimensions: { total: { raw: 5 } } } }] }),
      '/golden/0/expect/dimensions/total/raw 例子“错例”不成立：算得 4',
    ],
    [
      'an example with an unknown item',
      invented({ golden: [{ title: '错例', answers: { '*': 1, '7': 1 }, expect: { dimensions: {} } }] }),
      '/golden/0/answers/7 例子“错例”不成立：没有题目 7',
    ],
    [
      'an example with a value that is no option',
      invented({ golden: [{ title: '错例', answers: { '*': 9 }, expect: { dimensions: {} } }] }),
      '/golden/0 例子“错例”算不出来：item 1 has no such option',
    ],
    [
      'an own wording without where the authorised one is',
      invented({ licence: { ...base.licence, state: 'cleared' } }),
      '/licence 题目文字是自拟的，没有写授权文本从哪里取得',
    ],
    ['items in a slot', invented({ licence: { ...base.licence, state: 'slot' } }), '/licence/state slot 不能含题目'],
    [
      'a declared licence without a declaration',
      invented({ licence: { ...base.licence, state: 'declared', wording: 'authorised' } }),
      '/licence 没有声明',
    ],
    ['a T-score without norms', tScore([]), '/normSets/0/dimensions 维度 total 要转换为 T 分，没有常模表'],
    [
      'a table that falls',
      tScore([{ from: 0, scores: table.with(5, 40) }]),
      '/normSets/0/dimensions/total/cells/0/scores/5 原始分 5 的转换分比前一个低',
    ],
    [
      'a table that is too short',
      tScore([{ from: 0, scores: table.slice(1) }]),
      '/normSets/0/dimensions/total/cells/0 表从 0 到 11，原始分是 0 到 12',
    ],
    [
      'two cells for one person',
      tScore([
        { sexes: [1], grades: [7, 8], mean: 5, sd: 2 },
        { grades: [8, 9], mean: 6, sd: 2 },
      ]),
      '/normSets/0/dimensions/total/cells/1 与第 1 格有共同的人群',
    ],
    [
      'a table for raw values that are not whole',
      tScore([{ from: 0, scores: table }], { missing: { rule: 'prorate', atMost: 1 } }),
      '/normSets/0/dimensions/total/cells/0 查表要整数的原始分',
    ],
    [
      'norms that nothing uses',
      withBands(base.normSets[0]!.dimensions['total']!.bands, {
        normSets: [
          {
            ...base.normSets[0]!,
            dimensions: {
              total: { ...base.normSets[0]!.dimensions['total']!, cells: [{ from: 0, scores: [30, 40] }] },
            },
          },
        ],
      }),
      '/normSets/0/dimensions/total/cells/0 这个维度不转换为 T 分，用不到换算表',
    ],
    [
      'a mean that no score can have',
      withBands(base.normSets[0]!.dimensions['total']!.bands, {
        normSets: [
          {
            ...base.normSets[0]!,
            dimensions: { total: { ...base.normSets[0]!.dimensions['total']!, cells: [{ mean: 500, sd: 2 }] } },
          },
        ],
      }),
      '/normSets/0/dimensions/total/cells/0/mean 平均分不在分数的范围 0 到 12 内',
    ],
  ])('finds %s', (_, pack, finding) => {
    expect(found(pack)).toContain(finding);
    for (const each of lintPack(pack)) expect(each.fix).not.toBe('');
  });
});
