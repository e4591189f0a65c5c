import type { Finding } from '../../../../../platform/schema/problem.ts';
import { canonicalJson } from '../canonical.ts';
import type { ScalePack } from '../pack-schema.ts';
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
  const differs = shared.kind === 'scale' ? lintSameScale(pack, shared) : [];
  return [...undeclared, ...renumbered, ...differs];
}

/** Another wording keeps ids, points, sensitive topics, the total and every critical condition. */
function lintSameScale(pack: Pack, shared: ScalePack): Finding[] {
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
  const [total, sharedTotal] = [pack.dimensions[0], shared.dimensions[0]];
  return [
    ...(canonicalJson(pointsIn(pack)) === canonicalJson(pointsIn(shared))
      ? []
      : [at(['items'], `题号、分值、反向题或敏感主题与产品的 ${shared.id} 不同`, '只改文字；别的量表用别的编号')]),
    ...([...conditions(shared)].every((each) => kept.has(each))
      ? []
      : [at(['critical'], `少了产品的 ${shared.id} 的危急条件`, '保留原有的危急条件和等级，可以增加')]),
    ...(canonicalJson({ ...total, title: '' }) === canonicalJson({ ...sharedTotal, title: '' })
      ? []
      : [at(['dimensions', 0], `总分的计法与产品的 ${shared.id} 不同`, '保留原有的计法；别的量表用别的编号')]),
  ];
}
