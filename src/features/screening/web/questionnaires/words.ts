import type { TFunction } from 'i18next';
import type { DraftItem } from '../../rules/questionnaires/draft-schema.ts';
import { conditionsOf, operatorOf } from '../../rules/questionnaires/edit-draft.ts';
import type { Condition } from '../../rules/scales/questionnaire-schema.ts';

/** When an item is shown, in a sentence; undefined where it always is. */
export function conditionWords(t: TFunction, items: readonly DraftItem[], index: number): string | undefined {
  const { join, conditions } = conditionsOf(items[index]?.showIf);
  if (conditions.length === 0) return undefined;
  const parts = conditions.map((condition) => oneCondition(t, items, index, condition));
  return t('questionnaires.when', {
    conditions: parts.join(t(join === 'any' ? 'questionnaires.or' : 'questionnaires.and')),
  });
}

function oneCondition(t: TFunction, items: readonly DraftItem[], index: number, condition: Condition): string {
  const at = items.findIndex(({ id }) => id === condition.item);
  if (at === -1 || at >= index) return t('questionnaires.laterItem');
  const { options = [] } = items[at] ?? {};
  const values = (condition.in ?? condition.notIn ?? [])
    .map((value) => options.find((option) => option.value === value)?.label ?? String(value))
    .map((text) => t('questionnaires.quoted', { text }));
  return t(`questionnaires.words.${operatorOf(condition)}`, {
    no: at + 1,
    values: values.join(t('questionnaires.orWord')),
    value: condition.atLeast ?? condition.atMost,
  });
}
