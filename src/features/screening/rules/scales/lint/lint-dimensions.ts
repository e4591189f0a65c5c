import type { Finding } from '../../../../../platform/schema/problem.ts';
import type { Dimension, ScalePack, TotalsPack } from '../pack-schema.ts';
import { itemsOf, pointsOf, tidy } from '../pack.ts';
import { at, doubledIds, unknown } from './finding.ts';

/** Dimensions and the checks that refer to them. */
export function lintDimensions(pack: ScalePack | TotalsPack): Finding[] {
  const known = pack.dimensions.map(({ id }) => id);
  const first = known[0];
  return [
    ...doubledIds('dimensions', pack.dimensions),
    ...(first === 'total'
      ? []
      : [at(['dimensions', 0, 'id'], `第一个维度是 ${String(first)}`, '第一个维度写总分，编号为 total')]),
    ...(pack.kind === 'scale' ? pack.dimensions.flatMap((dimension, i) => lintDimension(pack, dimension, i)) : []),
    ...pack.dimensions.flatMap(({ range: { from, to } }, i) =>
      from < to ? [] : [at(['dimensions', i, 'range'], `范围 ${from}–${to} 是空的`, 'from 要小于 to')],
    ),
    ...lintChecks(pack, known),
  ];
}

function lintDimension(pack: ScalePack, dimension: Dimension, index: number): Finding[] {
  const path = ['dimensions', index] as const;
  const known = pack.items.map(({ id }) => id);
  const strangers = unknown([...path, 'items'], dimension.items, known, '题目');
  if (strangers.length > 0) return strangers;
  const { rule, counted, missing } = dimension;
  return [
    ...((rule === 'count') === (counted !== undefined)
      ? []
      : [
          at(
            path,
            'rule 为 count 的维度要有 counted，其他的不能有',
            rule === 'count' ? '补上 counted' : '删去 counted',
          ),
        ]),
    ...(missing.rule === 'prorate' && rule === 'count'
      ? [at([...path, 'missing'], '计数不能按比例折算', '改为 { "rule": "none" }')]
      : []),
    ...(missing.rule === 'prorate' && missing.atMost >= dimension.items.length
      ? [at([...path, 'missing', 'atMost'], '一题不答也会有分数', `小于题数 ${dimension.items.length}`)]
      : []),
    ...lintRange(pack, dimension, path),
  ];
}

/** The lowest and highest raw value of a complete sheet. */
export function rawRange(pack: ScalePack, dimension: Dimension): [low: number, high: number] {
  const items = itemsOf(pack, dimension);
  if (dimension.rule === 'count') return [0, items.length];
  const bounds = items.map((item) => pointsOf(pack, item));
  return [tidy(bounds.reduce((sum, { low }) => sum + low, 0)), tidy(bounds.reduce((sum, { high }) => sum + high, 0))];
}

/** The stated range is that of the rule; a T-score has none. */
function lintRange(pack: ScalePack, dimension: Dimension, path: readonly (string | number)[]): Finding[] {
  const { rule, transform, items, range } = dimension;
  if (transform?.kind === 't-score') return [];
  const share = rule === 'mean' ? items.length : 1;
  const ends = rawRange(pack, dimension).map((raw) =>
    tidy((raw / share) * (transform?.multiply ?? 1) + (transform?.add ?? 0)),
  );
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  if (range.from === low && range.to === high) return [];
  return [
    at([...path, 'range'], `范围写的是 ${range.from}–${range.to}，按规则是 ${low}–${high}`, `改为 ${low} 和 ${high}`),
  ];
}

function lintChecks(pack: ScalePack | TotalsPack, known: readonly string[]): Finding[] {
  const items = pack.kind === 'scale' ? pack.items.map(({ id }) => id) : [];
  return [
    ...doubledIds('validity', pack.validity),
    ...pack.validity.flatMap((check, i) => {
      if (check.kind === 'dimension' && !known.includes(check.dimension))
        return [at(['validity', i, 'dimension'], `没有维度 ${check.dimension}`, `改为 ${known.join('、')} 之一`)];
      return check.kind === 'all-equal' ? unknown(['validity', i, 'items'], check.items ?? [], items, '题目') : [];
    }),
  ];
}
