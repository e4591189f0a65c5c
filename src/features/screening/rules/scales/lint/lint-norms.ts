import type { Finding } from '../../../../../platform/schema/problem.ts';
import type { NormDimension, NormSet } from '../pack-parts.ts';
import type { ScalePack, TotalsPack } from '../pack-schema.ts';
import { tidy } from '../pack.ts';
import { at, doubledIds } from './finding.ts';
import { lintCells } from './lint-cells.ts';

type Path = readonly (string | number)[];
type Pack = ScalePack | TotalsPack;

/** Norm sets: their bands cover each dimension's range exactly once, and their tables can be used. */
export function lintNorms(pack: Pack): Finding[] {
  const used = new Set(
    pack.normSets.flatMap(({ dimensions }) =>
      Object.values(dimensions).flatMap(({ bands }) => bands.map(({ band }) => band)),
    ),
  );
  const idle = Object.keys(pack.bands).filter((id) => !used.has(id));
  return [
    ...doubledIds('normSets', pack.normSets),
    ...pack.normSets.flatMap((set, i) => lintSet(pack, set, ['normSets', i])),
    ...idle.map((id) => at(['bands', id], `没有常模用到分级 ${id}`, '删去它，或在 normSets 中写它的范围')),
  ];
}

function lintSet(pack: Pack, set: NormSet, path: Path): Finding[] {
  const known = pack.dimensions.map(({ id }) => id);
  const ages = set.for?.ages;
  return [
    ...(ages && (ages.from ?? 0) > (ages.to ?? Infinity)
      ? [at([...path, 'for', 'ages'], '年龄范围是空的', 'from 不能大于 to')]
      : []),
    ...Object.entries(set.dimensions).flatMap(([id, norms]) =>
      known.includes(id)
        ? lintBands(pack, id, norms, [...path, 'dimensions', id])
        : [at([...path, 'dimensions', id], `没有维度 ${id}`, `改为 ${known.join('、')} 之一`)],
    ),
    ...lintCells(pack, set, path),
  ];
}

function lintBands(pack: Pack, dimensionId: string, { bands }: NormDimension, path: Path): Finding[] {
  const dimension = pack.dimensions.find(({ id }) => id === dimensionId);
  if (!dimension) return [];
  const { range, better } = dimension;
  const orderOf = (id: string | undefined) =>
    id !== undefined && Object.hasOwn(pack.bands, id) ? pack.bands[id]?.order : undefined;
  const findings = bands.flatMap(({ band, from, to }, i): Finding[] => {
    const here = [...path, 'bands', i];
    const before = bands[i - 1];
    const start = before ? tidy(before.to + range.step) : range.from;
    const order = orderOf(band);
    if (order === undefined)
      return [at([...here, 'band'], `没有分级 ${band}`, `改为 ${Object.keys(pack.bands).join('、')} 之一`)];
    const earlier = orderOf(before?.band);
    const worse = earlier === undefined || (better === 'lower' ? order > earlier : order < earlier);
    return [
      ...(from > to ? [at(here, `范围 ${from}–${to} 是空的`, 'from 不能大于 to')] : []),
      ...(from > start ? [at([...here, 'from'], `${start} 到 ${from} 之间有空缺`, `from 改为 ${start}`)] : []),
      ...(from < start
        ? [
            at(
              [...here, 'from'],
              before ? `与前一级重叠（前一级到 ${before.to}）` : `低于最低分 ${range.from}`,
              `from 改为 ${start}`,
            ),
          ]
        : []),
      ...(worse
        ? []
        : [at(here, `分级 ${band} 的 order 与分数的方向不合（better 是 ${better}）`, '改 order，或改 better')]),
    ];
  });
  const last = bands.at(-1);
  return last && last.to !== range.to
    ? [
        ...findings,
        at(
          [...path, 'bands', bands.length - 1, 'to'],
          `最高分是 ${range.to}，最后一级到 ${last.to}`,
          `to 改为 ${range.to}`,
        ),
      ]
    : findings;
}
