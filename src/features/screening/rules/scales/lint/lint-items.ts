import type { Finding } from '../../../../../platform/schema/problem.ts';
import { holds } from '../conditions.ts';
import type { Option } from '../pack-parts.ts';
import type { ScalePack } from '../pack-schema.ts';
import { optionsOf } from '../pack.ts';
import { at, doubledIds } from './finding.ts';

/** Items, their options, and the critical conditions on them. */
export const lintItems = (pack: ScalePack): Finding[] => [
  ...doubledIds('items', pack.items),
  ...outOfOrder(['options'], pack.options ?? []),
  ...pack.items.flatMap((item, i) =>
    optionsOf(pack, item).length === 0
      ? [at(['items', i], `题目 ${item.id} 没有选项`, '在题目或整个量表上写 options')]
      : outOfOrder(['items', i, 'options'], item.options ?? []),
  ),
  ...lintCritical(pack),
];

const outOfOrder = (path: readonly (string | number)[], options: readonly Option[]): Finding[] =>
  options.flatMap(({ value }, i) => {
    const before = options[i - 1]?.value;
    return before !== undefined && value <= before
      ? [at([...path, i, 'value'], `选项的分值 ${value} 不大于前一个 ${before}`, '按分值从低到高排列，各不相同')]
      : [];
  });

function lintCritical(pack: ScalePack): Finding[] {
  const conditions = pack.critical.flatMap(({ item: id, when }, i) => {
    const item = pack.items.find((each) => each.id === id);
    if (!item) return [at(['critical', i, 'item'], `没有题目 ${id}`, '改为已有的题号')];
    const possible = optionsOf(pack, item).some(({ value }) => holds(when, value));
    return possible ? [] : [at(['critical', i, 'when'], '没有一个选项符合这个条件', '按选项的分值改写条件')];
  });
  const unwatched = pack.items.flatMap(({ id, topic }, i) =>
    topic === 'suicide' && !pack.critical.some(({ item }) => item === id)
      ? [at(['items', i, 'topic'], `题目 ${id} 涉及自杀，却没有危急条件`, '在 critical 中为它写条件、等级和说明')]
      : [],
  );
  return [...conditions, ...unwatched];
}
