import type { Finding } from '../../../../platform/schema/problem.ts';
import { at, repeats } from '../scales/lint/finding.ts';
import { lintQuestionnaire } from '../scales/lint/lint-questionnaire.ts';
import { packOfDraft } from './draft-pack.ts';
import { TEXT_LENGTH_MAX, type Draft, type DraftItem } from './draft-schema.ts';

/** Steps of a rating that fit on a phone. */
const STEPS_MAX = 20;

type Path = readonly (string | number)[];

/** What keeps a draft from being published, in words for the person who composes it. */
export const lintDraft = (draft: Draft): Finding[] => [
  ...empty(['title'], draft.title, '没有问卷名称'),
  ...empty(['about'], draft.about, '没有写给老师的说明'),
  ...empty(['instruction'], draft.instruction, '没有写给学生的作答说明'),
  ...(draft.items.length === 0 ? [at(['items'], '没有题目', '至少加一道题')] : []),
  ...draft.items.flatMap((item, i) => lintItem(item, ['items', i])),
  ...lintQuestionnaire(packOfDraft('q', '1.0.0', draft)),
];

const empty = (path: Path, text: string, reason: string): Finding[] =>
  text.trim() === '' ? [at(path, reason, '请填写')] : [];

const lintItem = (item: DraftItem, path: Path): Finding[] => [
  ...empty([...path, 'text'], item.text, '没有题目文字'),
  ...lintKind(item, path),
];

function lintKind({ kind, options = [], from = 1, to = 5, maxLength = 1 }: DraftItem, path: Path): Finding[] {
  if (kind === 'single' || kind === 'multiple') {
    const labels = options.map(({ label }) => label.trim());
    return [
      ...(options.length < 2 ? [at([...path, 'options'], '选项不到两个', '至少写两个选项')] : []),
      ...labels.flatMap((label, i) => empty([...path, 'options', i, 'label'], label, `第 ${i + 1} 个选项没有文字`)),
      ...repeats(labels)
        .filter(({ value }) => value !== '')
        .map(({ index, value }) => at([...path, 'options', index, 'label'], `选项“${value}”重复了`, '换一个说法')),
    ];
  }
  if (kind === 'scale' && to - from > STEPS_MAX)
    return [at([...path, 'to'], `刻度有 ${to - from + 1} 级`, `最多 ${STEPS_MAX + 1} 级`)];
  return kind === 'text' && (maxLength < 1 || maxLength > TEXT_LENGTH_MAX)
    ? [at([...path, 'maxLength'], '字数上限不对', `在 1 到 ${TEXT_LENGTH_MAX} 之间`)]
    : [];
}
