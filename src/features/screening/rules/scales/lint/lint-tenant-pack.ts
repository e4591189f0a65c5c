import type { Finding } from '../../../../../platform/schema/problem.ts';
import { canonicalJson } from '../canonical.ts';
import type { NormSet } from '../pack-parts.ts';
import type { ScalePack, TotalsPack } from '../pack-schema.ts';
import { optionsOf, type Pack } from '../pack.ts';
import { at } from './finding.ts';

/**
 * What is wrong with a pack of one organisation, beyond `lintPack`: a missing declaration of the licence, or a scale of
 * the product that is not the same scale any more.
 *
 * @param shared The product's pack with the same id
 */
export function lintTenantPack(pack: Pack, shared: Pack | undefined): Finding[] {
  if (pack.kind === 'questionnaire') return shared ? [at(['id'], `${pack.id} 是产品的量表`, '换一个编号')] : [];
  const undeclared =
    pack.licence.declaration === undefined
      ? [at(['licence'], '没有授权声明', '补上 declaration：谁、什么时候、声明取得了什么授权')]
      : [];
  if (!shared) return undeclared;
  const renumbered =
    pack.version === shared.version
      ? [at(['version'], `版本 ${pack.version} 是产品自带的`, `用本单位的版本号，如 ${shared.version}-school.1`)]
      : [];
  return [...undeclared, ...renumbered, ...(shared.kind === 'questionnaire' ? [] : lintSame(pack, shared))];
}

/** The same scale under the same id: alert rules and results of both versions mean the same. */
const lintSame = (pack: ScalePack | TotalsPack, shared: ScalePack | TotalsPack): Finding[] => [
  ...(shared.kind === 'scale' ? lintSameScale(pack, shared) : lintSameTotals(pack, shared)),
  ...lintSameBands(pack, shared),
];

const OWN_ID = '别的计法用别的编号';

/** Another wording keeps ids, points, sensitive topics, dimensions, checks and every critical condition. */
function lintSameScale(pack: ScalePack | TotalsPack, shared: ScalePack): Finding[] {
  if (pack.kind !== 'scale') return [at(['kind'], `产品的 ${shared.id} 有题目`, '写全题目，或换一个编号')];
  const pointsIn = (each: ScalePack) =>
    each.items.map((item) => [
      item.id,
      optionsOf(each, item).map(({ value }) => value),
      item.reverse ?? false,
      item.topic ?? null,
    ]);
  const conditions = (each: ScalePack) =>
    new Set(each.critical.map(({ item, when, level }) => canonicalJson({ item, when, level })));
  const kept = conditions(pack);
  return [
    ...(canonicalJson(pointsIn(pack)) === canonicalJson(pointsIn(shared))
      ? []
      : [at(['items'], `题号、分值、反向题或敏感主题与产品的 ${shared.id} 不同`, '只改文字；别的量表用别的编号')]),
    ...([...conditions(shared)].every((each) => kept.has(each))
      ? []
      : [at(['critical'], `少了产品的 ${shared.id} 的危急条件`, '保留原有的危急条件和等级，可以增加')]),
    ...lacking(['dimensions'], pack.dimensions, shared.dimensions, (each) => ({ ...each, title: '' }), '计法'),
    ...lacking(['validity'], pack.validity, shared.validity, (each) => ({ ...each, title: '' }), '检查'),
  ];
}

/** A scale that fills a slot keeps the dimensions into whose bands imported totals are put. */
const lintSameTotals = (pack: ScalePack | TotalsPack, shared: TotalsPack): Finding[] =>
  lacking(
    ['dimensions'],
    pack.dimensions,
    shared.dimensions,
    ({ id, better, range }: Pick<TotalsPack['dimensions'][number], 'id' | 'better' | 'range'>) => ({
      id,
      better,
      range,
    }),
    '分数范围',
  );

/** Band ids with their place in the order, and the ranges of every norm set. */
function lintSameBands(pack: ScalePack | TotalsPack, shared: ScalePack | TotalsPack): Finding[] {
  const bands = Object.entries(shared.bands).flatMap(([id, { tone, order }]) => {
    const mine = Object.hasOwn(pack.bands, id) ? pack.bands[id] : undefined;
    return mine?.tone === tone && mine.order === order
      ? []
      : [at(['bands', id], `分级 ${id} 与产品的 ${shared.id} 不同`, `保留编号、颜色和顺序，只改文字；${OWN_ID}`)];
  });
  const ranges = ({ id, for: group, dimensions }: NormSet) => ({
    id,
    for: group,
    dimensions: Object.fromEntries(
      Object.entries(dimensions).map(([name, { bands: of, cutoff }]) => [name, { bands: of, cutoff }]),
    ),
  });
  const first = pack.normSets[0]?.id === shared.normSets[0]?.id;
  return [
    ...bands,
    ...lacking(['normSets'], pack.normSets, shared.normSets, ranges, '划界'),
    ...(first ? [] : [at(['normSets', 0, 'id'], `默认常模与产品的 ${shared.id} 不同`, '默认常模放在第一个')]),
  ];
}

/** Entries of the product's list that the pack lacks, or has with another meaning. */
const lacking = <E extends { id: string }>(
  path: readonly string[],
  mine: readonly E[],
  shared: readonly E[],
  meaning: (entry: E) => unknown,
  what: string,
): Finding[] =>
  shared.flatMap((wanted) => {
    const index = mine.findIndex(({ id }) => id === wanted.id);
    const found = mine[index];
    if (found && canonicalJson(meaning(found)) === canonicalJson(meaning(wanted))) return [];
    return [
      at(found ? [...path, index] : path, `${wanted.id} 的${what}与产品的不同`, `保留产品原有的${what}；${OWN_ID}`),
    ];
  });
