import type { AnswerValue, SheetAnswer } from '../scales/answers.ts';
import type { Questionnaire, QuestionnaireItem } from '../scales/questionnaire-schema.ts';
import { visibleAnswers, visibleItems } from '../scales/visible-items.ts';

/** The answer to an item in words; a value that is no option any more stands for itself. */
export function answerText(item: QuestionnaireItem, value: AnswerValue): string {
  const values: readonly (number | string)[] = typeof value === 'object' ? value : [value];
  if ('options' in item)
    return values.map((one) => item.options.find((option) => option.value === one)?.label ?? String(one)).join('、');
  const unit = item.kind === 'number' ? (item.unit ?? '') : '';
  return unit === '' ? values.join('、') : `${values.join('、')} ${unit}`;
}

/** Counts over the answers of several sheets to one item. */
export interface ItemCounts {
  item: QuestionnaireItem;
  /** Sheets that showed the item. */
  asked: number;
  answered: number;
  /** Of choices and scales, by value. */
  values: Map<number | string, number>;
  sum: number;
  lowest: number;
  highest: number;
}

/** Counts the answers to a questionnaire sheet by sheet. Hidden items are in none of the numbers. */
export function countAnswers({ items }: Questionnaire): ReadonlyMap<string, ItemCounts> {
  return new Map(
    items.map((item) => [
      item.id,
      { item, asked: 0, answered: 0, values: new Map(), sum: 0, lowest: Infinity, highest: -Infinity },
    ]),
  );
}

/** Adds one sheet. @returns its visible answers, by item */
export function addSheet(
  pack: Questionnaire,
  counts: ReadonlyMap<string, ItemCounts>,
  answers: readonly SheetAnswer[],
): ReadonlyMap<string, AnswerValue> {
  for (const { id } of visibleItems(pack, answers)) {
    const one = counts.get(id);
    if (one) one.asked += 1;
  }
  const visible = new Map(visibleAnswers(pack, answers).map(({ item_id, value }) => [item_id, value]));
  for (const [id, value] of visible) {
    const one = counts.get(id);
    if (!one) continue;
    one.answered += 1;
    const values: readonly (number | string)[] = typeof value === 'object' ? value : [value];
    if (one.item.kind !== 'text' && one.item.kind !== 'number')
      for (const each of values) one.values.set(each, (one.values.get(each) ?? 0) + 1);
    if (typeof value === 'number') {
      one.sum += value;
      one.lowest = Math.min(one.lowest, value);
      one.highest = Math.max(one.highest, value);
    }
  }
  return visible;
}

/** The values that an item counts, in order, with their words; empty for numbers and texts. */
export function valuesOf(item: QuestionnaireItem): { value: number | string; label: string }[] {
  if ('options' in item) return item.options.map(({ value, label }) => ({ value, label }));
  if (item.kind !== 'scale') return [];
  const { from, to, fromLabel, toLabel } = item;
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const value = from + i;
    const words = value === from ? fromLabel : value === to ? toLabel : undefined;
    return { value, label: words === undefined ? String(value) : `${value}（${words}）` };
  });
}
