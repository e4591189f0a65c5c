import { compiledOf } from './compiled.ts';
import type { ScalePack } from './pack-schema.ts';
import { ScaleError } from './pack.ts';

/** A single choice or scale value, the values of a multiple choice, a number, or a text; never null. */
export type AnswerValue = number | string | readonly (number | string)[];

export interface SheetAnswer {
  item_id: string;
  value: AnswerValue;
  /** ISO 8601, of the device's clock: only the distance between answers is used. */
  answered_at?: string | undefined;
}

/**
 * The raw points by item.
 *
 * @throws ScaleError for an unknown item, an item twice, or a value that is no option; `checkAnswer` refuses these
 *   before
 */
export function pointsByItem(pack: ScalePack, answers: readonly SheetAnswer[]): ReadonlyMap<string, number> {
  const { items } = compiledOf(pack);
  const points = new Map<string, number>();
  for (const { item_id: id, value } of answers) {
    const item = items.get(id);
    if (!item) throw new ScaleError(`${pack.id} ${pack.version} has no item ${id}`);
    if (points.has(id)) throw new ScaleError(`item ${id} is answered twice`);
    const point = item.points.get(value);
    if (point === undefined) throw new ScaleError(`item ${id} has no such option`);
    points.set(id, point);
  }
  return points;
}
