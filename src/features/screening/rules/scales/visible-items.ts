import type { AnswerValue, SheetAnswer } from './answers.ts';
import { compiledOf } from './compiled.ts';
import { holds } from './conditions.ts';
import type { Pack } from './pack.ts';
import type { Condition, Questionnaire, QuestionnaireItem, ShowIf } from './questionnaire-schema.ts';

type Item = Exclude<Pack, { kind: 'totals' }>['items'][number];
type ItemOf<P extends Pack> = P extends { items: (infer I)[] } ? I : never;

/**
 * The items that a person sees with these answers, in the pack's order. A condition sees only answers of visible items,
 * so what depended on a hidden item is hidden too. All items of a scale are visible.
 */
export function visibleItems<P extends Pack>(pack: P, answers: readonly SheetAnswer[]): ItemOf<P>[] {
  if (pack.kind === 'totals') return [];
  const items = pack.kind === 'questionnaire' ? visibleOf(pack, answers) : pack.items;
  return [...items] as ItemOf<P>[];
}

function visibleOf({ items }: Questionnaire, answers: readonly SheetAnswer[]): QuestionnaireItem[] {
  const given = new Map(answers.map(({ item_id: id, value }) => [id, value]));
  const seen = new Map<string, AnswerValue>();
  return items.filter(({ id, showIf }) => {
    if (showIf !== undefined && !shows(showIf, seen)) return false;
    const value = given.get(id);
    if (value !== undefined) seen.set(id, value);
    return true;
  });
}

function shows(showIf: ShowIf, seen: ReadonlyMap<string, AnswerValue>): boolean {
  if ('all' in showIf) return showIf.all.every((each) => fulfils(each, seen.get(each.item)));
  if ('any' in showIf) return showIf.any.some((each) => fulfils(each, seen.get(each.item)));
  return fulfils(showIf, seen.get(showIf.item));
}

function fulfils(condition: Condition, value: AnswerValue | undefined): boolean {
  if (value === undefined) return condition.answered === false;
  const { in: among, notIn, answered } = condition;
  const values: readonly (number | string)[] = typeof value === 'object' ? value : [value];
  const asksNumber = [condition.atLeast, condition.atMost, condition.above, condition.below].some(
    (bound) => bound !== undefined,
  );
  return (
    answered !== false &&
    (among === undefined || values.some((each) => among.includes(each))) &&
    (notIn === undefined || !values.some((each) => notIn.includes(each))) &&
    (!asksNumber || (typeof value === 'number' && holds(condition, value)))
  );
}

/** The answers of items that are visible with them: results, exports and the count of answers use only these. */
export function visibleAnswers<A extends SheetAnswer>(pack: Pack, answers: readonly A[]): A[] {
  if (pack.kind === 'scale') {
    const { items } = compiledOf(pack);
    return answers.filter(({ item_id: id }) => items.has(id));
  }
  const ids = new Set(visibleItems(pack, answers).map((item: Item) => item.id));
  return answers.filter(({ item_id: id }) => ids.has(id));
}

/** The visible items that still want an answer, in order. */
export function missingItems(pack: Pack, answers: readonly SheetAnswer[]): string[] {
  const given = new Set(answers.map(({ item_id: id }) => id));
  return visibleItems(pack, answers)
    .filter((item: Item) => !('optional' in item && item.optional === true) && !given.has(item.id))
    .map((item: Item) => item.id);
}
