import type { OrgContext } from '../../context/server/context.ts';
import { countByValue, countLists, queryOf, type ListParameters } from '../../resources/server/count-lists.ts';
import type { HomeFigure } from '../contract.ts';

/** A number of a card, as the list that it opens. */
export interface ListFigure {
  key: string;
  entity: string;
  list: ListParameters;
}

/** The numbers of lists, with the parameters that filter the lists to them. */
export async function figuresOf(ctx: OrgContext, wanted: readonly ListFigure[]): Promise<HomeFigure[]> {
  const counts = await countLists(
    ctx,
    wanted.map(({ entity, list }) => [entity, list]),
  );
  return wanted.map(({ key, list }, i) => ({ key, n: counts[i] ?? 0, query: queryOf(list) }));
}

/** A list whose rows each have a value of `field`, which is one of a few. */
export interface DividedList extends Omit<ListFigure, 'key'> {
  field: string;
}

/**
 * The numbers of one list, counted together.
 *
 * @param wanted Each number's key with its value of the field; undefined for the whole list
 */
export async function figuresByValue(
  ctx: OrgContext,
  { entity, list, field }: DividedList,
  wanted: Readonly<Record<string, string | number | undefined>>,
): Promise<HomeFigure[]> {
  const counts = await countByValue(ctx, [entity, list], field);
  const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
  return Object.entries(wanted).map(([key, value]) =>
    value === undefined
      ? { key, n: all, query: queryOf(list) }
      : { key, n: counts.get(String(value)) ?? 0, query: queryOf({ ...list, [field]: value }) },
  );
}

/** Whether every number is zero. */
export const noneLeft = (figures: readonly HomeFigure[]): boolean => figures.every(({ n }) => n === 0);

/** A step of the checklist that is done when nothing is left. */
export async function stepOf(ctx: OrgContext, key: string, wanted: readonly ListFigure[]) {
  const figures = await figuresOf(ctx, wanted);
  return { key, state: noneLeft(figures) ? ('done' as const) : ('todo' as const), figures };
}
