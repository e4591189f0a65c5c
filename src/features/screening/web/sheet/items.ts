import type { Sheet, SheetScale } from '../../contract/sheets.ts';
import type { Questionnaire } from '../../rules/scales/questionnaire-schema.ts';
import { visibleItems } from '../../rules/scales/visible-items.ts';
import type { Value } from '../offline/unsent.ts';

export type Item = SheetScale['items'][number];

/** A question of a sheet with its pack. */
export interface Question {
  /** Unique in the sheet. */
  key: string;
  scale: SheetScale;
  item: Item;
}

/** Answers by the key of the question. */
export type Answers = ReadonlyMap<string, Value>;

export const keyOf = (scaleId: string, itemId: string): string => `${scaleId} ${itemId}`;

/** The questions that these answers show, in the order of the sheet. */
export function questionsOf(scales: Sheet['scales'], answers: Answers): Question[] {
  return scales.flatMap((scale) => {
    const all = scale.items.map((item) => ({ key: keyOf(scale.scale_id, item.item_id), scale, item }));
    if (scale.items.every(({ show_if }) => show_if === undefined)) return all;
    // Only ids and conditions decide which items are visible.
    const items = scale.items.map(({ item_id: id, show_if: showIf }) => ({
      id,
      ...(showIf !== undefined && { showIf }),
    }));
    const given = scale.items.flatMap(({ item_id }) => {
      const value = answers.get(keyOf(scale.scale_id, item_id));
      return value === undefined ? [] : [{ item_id, value }];
    });
    const seen = new Set(
      visibleItems({ kind: 'questionnaire', items } as unknown as Questionnaire, given).map(({ id }) => id),
    );
    return all.filter(({ item }) => seen.has(item.item_id));
  });
}

/** The questions that still want an answer, as positions. */
export const missingOf = (questions: readonly Question[], answers: Answers): number[] =>
  questions.flatMap(({ key, item }, i) => {
    const value = answers.get(key);
    return item.optional === true || (value !== undefined && isComplete(item, value)) ? [] : [i];
  });

/** Seconds that a question takes on average. */
const SECONDS = 8;
/** Minutes that so many questions take, at least one. */
export const minutesFor = (questions: number): number => Math.max(1, Math.ceil((questions * SECONDS) / 60));

/** Whether a value is complete: a number may be typed only in part, a text may be empty. */
export function isComplete({ least = 1, from, to, whole }: Item, value: Value): boolean {
  if (Array.isArray(value)) return value.length >= least;
  if (typeof value === 'string') return value.trim() !== '';
  return (
    Number.isFinite(value) &&
    (from === undefined || value >= from) &&
    (to === undefined || value <= to) &&
    (whole !== true || Number.isInteger(value))
  );
}

/** The choices of a question; those of a scale question are its steps. */
export function choicesOf({ kind, options, from = 0, to = 10, from_label, to_label }: Item): {
  value: number | string;
  label: string;
}[] {
  if (kind !== 'scale' || options !== undefined) return options ?? [];
  return Array.from({ length: Math.round(to - from) + 1 }, (_, i) => {
    const value = from + i;
    const words = value === from ? from_label : value === to ? to_label : undefined;
    return { value, label: words === undefined ? String(value) : `${value}（${words}）` };
  });
}
