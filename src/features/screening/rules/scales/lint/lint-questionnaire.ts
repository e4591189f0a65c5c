import type { Finding } from '../../../../../platform/schema/problem.ts';
import type { Condition, Questionnaire, QuestionnaireItem, ShowIf } from '../questionnaire-schema.ts';
import { at, doubledIds, repeats } from './finding.ts';

type Path = readonly (string | number)[];

/** A questionnaire's items and the conditions between them. */
export const lintQuestionnaire = ({ items }: Questionnaire): Finding[] => [
  ...doubledIds('items', items),
  ...items.flatMap((item, i) => [
    ...lintItem(item, ['items', i]),
    ...(item.showIf === undefined ? [] : lintShowIf(item.showIf, items.slice(0, i), ['items', i, 'showIf'])),
  ]),
];

function lintItem(item: QuestionnaireItem, path: Path): Finding[] {
  switch (item.kind) {
    case 'single':
      return doubledValues(item.options, path);
    case 'multiple': {
      const [least, most] = [item.least ?? 1, item.most ?? item.options.length];
      const possible = least <= most && most <= item.options.length;
      return [
        ...doubledValues(item.options, path),
        ...(possible ? [] : [at(path, `不可能选 ${least} 到 ${most} 项`, `在 1 到 ${item.options.length} 之间`)]),
      ];
    }
    case 'scale':
      return item.from < item.to ? [] : [at(path, '刻度是空的', 'from 要小于 to')];
    case 'number':
      return item.minimum < item.maximum ? [] : [at(path, '范围是空的', 'minimum 要小于 maximum')];
    case 'text':
      return [];
  }
}

const doubledValues = (options: readonly { value: number | string }[], path: Path): Finding[] =>
  repeats(options.map(({ value }) => value)).map(({ index, value }) =>
    at([...path, 'options', index, 'value'], `选项的值 ${value} 出现了两次`, '换一个值'),
  );

function lintShowIf(showIf: ShowIf, earlier: readonly QuestionnaireItem[], path: Path): Finding[] {
  if ('all' in showIf) return showIf.all.flatMap((each, i) => lintCondition(each, earlier, [...path, 'all', i]));
  if ('any' in showIf) return showIf.any.flatMap((each, i) => lintCondition(each, earlier, [...path, 'any', i]));
  return lintCondition(showIf, earlier, path);
}

/** A condition refers to an earlier item only, so that conditions have no circle. */
function lintCondition(condition: Condition, earlier: readonly QuestionnaireItem[], path: Path): Finding[] {
  const item = earlier.find(({ id }) => id === condition.item);
  if (!item) return [at([...path, 'item'], `前面没有题目 ${condition.item}`, '条件只能用排在前面的题目')];
  const isNumeric = item.kind === 'number' || item.kind === 'scale' || item.kind === 'single';
  const bounded = (['atLeast', 'atMost', 'above', 'below'] as const).find((name) => condition[name] !== undefined);
  const valued = (['in', 'notIn'] as const).flatMap((name) =>
    (condition[name] ?? []).map((value, i) => ({ name, value, i })),
  );
  const options = 'options' in item ? item.options.map(({ value }) => value) : undefined;
  return [
    ...(bounded === undefined || isNumeric
      ? []
      : [at([...path, bounded], `题目 ${item.id} 的答案不是一个数`, '改用 in 或 answered')]),
    ...(valued.length > 0 && item.kind === 'text' ? [at(path, `题目 ${item.id} 填的是文字`, '改用 answered')] : []),
    ...valued.flatMap(({ name, value, i }) =>
      options === undefined || options.includes(value)
        ? []
        : [at([...path, name, i], `题目 ${item.id} 没有选项 ${value}`, `改为 ${options.join('、')} 之一`)],
    ),
  ];
}
