import type { Finding } from '../../../../../platform/schema/problem.ts';
import type { Cell, Group, NormSet } from '../pack-parts.ts';
import type { Dimension, ScalePack, TotalsPack } from '../pack-schema.ts';
import { at } from './finding.ts';
import { rawRange } from './lint-dimensions.ts';

type Path = readonly (string | number)[];

/**
 * The cells of norm tables: there where a T-score needs them, no two for one person, never falling with the raw value.
 * Those of another dimension are means of its score, with which reports compare groups.
 */
export const lintCells = (pack: ScalePack | TotalsPack, set: NormSet, path: Path): Finding[] =>
  pack.dimensions.flatMap((dimension): Finding[] => {
    const converts = 'transform' in dimension && dimension.transform?.kind === 't-score';
    const norms = Object.hasOwn(set.dimensions, dimension.id) ? set.dimensions[dimension.id] : undefined;
    const cells = norms?.cells ?? [];
    const here = [...path, 'dimensions', dimension.id, 'cells'];
    if (!converts)
      return [...overlaps(cells, here), ...cells.flatMap((cell, i) => lintMean(dimension, cell, [...here, i]))];
    if (cells.length === 0)
      return [
        at([...path, 'dimensions'], `维度 ${dimension.id} 要转换为 T 分，没有常模表`, `写 ${dimension.id} 的 cells`),
      ];
    return [
      ...overlaps(cells, here),
      ...(pack.kind === 'scale' && 'rule' in dimension
        ? cells.flatMap((cell, i) => lintTable(pack, dimension, cell, [...here, i]))
        : []),
    ];
  });

/** A score that is not converted is only compared with a mean, which lies within its range. */
function lintMean({ range }: Pick<Dimension, 'range'>, cell: Cell, path: Path): Finding[] {
  if (!('mean' in cell))
    return [at(path, '这个维度不转换为 T 分，用不到换算表', '写这个人群的 mean 与 sd，用于团体报告与常模比较')];
  if (cell.mean >= range.from && cell.mean <= range.to) return [];
  return [
    at([...path, 'mean'], `平均分不在分数的范围 ${range.from} 到 ${range.to} 内`, '核对平均分，写转换之后的分数'),
  ];
}

function overlaps(cells: readonly Cell[], path: Path): Finding[] {
  return cells.flatMap((cell, i) => {
    const other = cells.slice(0, i).findIndex((each) => meet(each, cell));
    return other === -1
      ? []
      : [at([...path, i], `与第 ${other + 1} 格有共同的人群`, '按年龄、性别、学段或年级把两格分开')];
  });
}

/** Whether a person can belong to both groups. */
function meet(a: Group, b: Group): boolean {
  const common = (x: readonly number[] | undefined, y: readonly number[] | undefined) =>
    x === undefined || y === undefined || x.some((code) => y.includes(code));
  const from = Math.max(a.ages?.from ?? 0, b.ages?.from ?? 0);
  const to = Math.min(a.ages?.to ?? Infinity, b.ages?.to ?? Infinity);
  return from <= to && common(a.sexes, b.sexes) && common(a.stages, b.stages) && common(a.grades, b.grades);
}

function lintTable(pack: ScalePack, dimension: Dimension, cell: Cell, path: Path): Finding[] {
  if ('mean' in cell) return [];
  const { from, scores } = cell;
  const falls = scores.findIndex((score, i) => score < (scores[i - 1] ?? -Infinity));
  const [low, high] = rawRange(pack, dimension);
  const whole = dimension.missing.rule === 'none' || dimension.missing.round === true;
  return [
    ...(falls === -1
      ? []
      : [at([...path, 'scores', falls], `原始分 ${from + falls} 的转换分比前一个低`, '按原始分从低到高核对')]),
    ...(from === low && scores.length === high - low + 1
      ? []
      : [
          at(
            path,
            `表从 ${from} 到 ${from + scores.length - 1}，原始分是 ${low} 到 ${high}`,
            `写全 ${low} 到 ${high} 的转换分`,
          ),
        ]),
    ...(dimension.rule !== 'mean' && whole
      ? []
      : [at(path, '查表要整数的原始分', '用 rule 为 sum 的维度；折算时写 "round": true，或用 mean 与 sd')]),
  ];
}
