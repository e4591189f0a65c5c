import type { Condition, ShowIf } from '../scales/questionnaire-schema.ts';
import type { Draft, DraftItem, ItemKind } from './draft-schema.ts';

/** How the conditions of an item are joined. */
export type Join = 'all' | 'any';

/** The conditions of an item as a list; without any it is always shown. */
export function conditionsOf(showIf: ShowIf | undefined): { join: Join; conditions: readonly Condition[] } {
  if (showIf === undefined) return { join: 'all', conditions: [] };
  if ('any' in showIf) return { join: 'any', conditions: showIf.any };
  return { join: 'all', conditions: 'all' in showIf ? showIf.all : [showIf] };
}

/** The opposite of `conditionsOf`; undefined where nothing is left. */
export const showIfOf = (join: Join, conditions: readonly Condition[]): ShowIf | undefined =>
  conditions.length === 0 ? undefined : join === 'any' ? { any: [...conditions] } : { all: [...conditions] };

/** An id that no item of the draft has or had since it was opened: one more than the highest number. */
export const freeId = (items: readonly DraftItem[]): string =>
  `q${1 + Math.max(0, ...items.map(({ id }) => Number(/^q(\d{1,9})$/.exec(id)?.[1] ?? 0)))}`;

const nextValue = (options: NonNullable<DraftItem['options']>): number =>
  1 + Math.max(0, ...options.map(({ value }) => value));
export const addOption = (options: NonNullable<DraftItem['options']> = []): NonNullable<DraftItem['options']> => [
  ...options,
  { value: nextValue(options), label: '' },
];

const DEFAULTS: Readonly<Record<ItemKind, Partial<DraftItem>>> = {
  single: { options: addOption(addOption()) },
  multiple: { options: addOption(addOption()) },
  scale: { from: 1, to: 5 },
  number: { minimum: 0, maximum: 100, whole: true },
  text: { maxLength: 200, optional: true },
};

export const newItem = (items: readonly DraftItem[], kind: ItemKind): DraftItem => ({
  id: freeId(items),
  kind,
  text: '',
  ...DEFAULTS[kind],
});

/** An item with another kind of answer; what it has of that kind already stays. */
export const withKind = (item: DraftItem, kind: ItemKind): DraftItem => ({
  ...DEFAULTS[kind],
  ...item,
  kind,
});

const withItems = (draft: Draft, items: DraftItem[]): Draft => ({ ...draft, items });

export const addItem = (draft: Draft, kind: ItemKind): Draft =>
  withItems(draft, [...draft.items, newItem(draft.items, kind)]);

/** A copy behind the item. */
export const copyItem = (draft: Draft, index: number): Draft => {
  const item = draft.items[index];
  return item ? withItems(draft, draft.items.toSpliced(index + 1, 0, { ...item, id: freeId(draft.items) })) : draft;
};

export function moveItem(draft: Draft, from: number, to: number): Draft {
  const item = draft.items[from];
  return item && to >= 0 && to < draft.items.length
    ? withItems(draft, draft.items.toSpliced(from, 1).toSpliced(to, 0, item))
    : draft;
}

/** Removes an item, and the conditions on it. */
export const removeItem = (draft: Draft, index: number): Draft => {
  const id = draft.items[index]?.id;
  return withItems(
    draft,
    draft.items.toSpliced(index, 1).map((item) => withoutConditions(item, (condition) => condition.item === id)),
  );
};

/** Replaces an item. Conditions on options that it lost lose them; conditions that its kind cannot meet go. */
export function changeItem(draft: Draft, index: number, next: DraftItem): Draft {
  const known = 'options' in next ? (next.options ?? []).map(({ value }) => value) : undefined;
  const isChoice = next.kind === 'single' || next.kind === 'multiple';
  const adapted = ({ item, ...condition }: Condition): Condition[] => {
    if (item !== next.id) return [{ item, ...condition }];
    const { in: among, notIn, answered, ...bounds } = condition;
    const kept = (values: Condition['in']) => values?.filter((value) => known?.includes(Number(value)));
    const [yes, no] = isChoice ? [kept(among), kept(notIn)] : [];
    const numeric = next.kind === 'scale' || next.kind === 'number' ? bounds : {};
    const left = {
      ...(yes && yes.length > 0 && { in: yes }),
      ...(no && no.length > 0 && { notIn: no }),
      ...(answered !== undefined && { answered }),
      ...numeric,
    };
    return Object.keys(left).length === 0 ? [] : [{ item, ...left }];
  };
  const items = draft.items.with(index, next).map((item) => {
    if (item.showIf === undefined) return item;
    const { join, conditions } = conditionsOf(item.showIf);
    return withShowIf(item, showIfOf(join, conditions.flatMap(adapted)));
  });
  return withItems(draft, items);
}

/** An item with its condition, or without one. */
export function withShowIf(item: DraftItem, showIf: ShowIf | undefined): DraftItem {
  const { showIf: _, ...rest } = item;
  return showIf === undefined ? rest : { ...rest, showIf };
}

function withoutConditions(item: DraftItem, gone: (condition: Condition) => boolean): DraftItem {
  if (item.showIf === undefined) return item;
  const { join, conditions } = conditionsOf(item.showIf);
  return withShowIf(
    item,
    showIfOf(
      join,
      conditions.filter((condition) => !gone(condition)),
    ),
  );
}

/** What a condition asks of an answer. */
export type Operator = 'in' | 'notIn' | 'atLeast' | 'atMost' | 'answered' | 'unanswered';

const OPERATORS: Readonly<Record<ItemKind, readonly Operator[]>> = {
  single: ['in', 'notIn', 'answered', 'unanswered'],
  multiple: ['in', 'notIn', 'answered', 'unanswered'],
  scale: ['atLeast', 'atMost', 'answered', 'unanswered'],
  number: ['atLeast', 'atMost', 'answered', 'unanswered'],
  text: ['answered', 'unanswered'],
};
export const operatorsFor = (kind: ItemKind): readonly Operator[] => OPERATORS[kind];

export function operatorOf({ in: among, notIn, atLeast, atMost, answered }: Condition): Operator {
  if (among) return 'in';
  if (notIn) return 'notIn';
  if (atLeast !== undefined) return 'atLeast';
  if (atMost !== undefined) return 'atMost';
  return answered === false ? 'unanswered' : 'answered';
}

/** A condition on an item, with the first option or the lowest number where it needs a value. */
export function conditionOn({ id, kind, options = [], from, minimum }: DraftItem, operator: Operator): Condition {
  switch (operator) {
    case 'in':
    case 'notIn':
      return { item: id, [operator]: options.slice(0, 1).map(({ value }) => value) };
    case 'atLeast':
    case 'atMost':
      return { item: id, [operator]: (kind === 'scale' ? from : minimum) ?? 0 };
    case 'answered':
      return { item: id, answered: true };
    case 'unanswered':
      return { item: id, answered: false };
  }
}
