import type { OrgContext } from '../../context/server/context.ts';
import { countLists, queryOf, type ListParameters } from '../../resources/server/count-lists.ts';
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

/** Whether every number is zero. */
export const noneLeft = (figures: readonly HomeFigure[]): boolean => figures.every(({ n }) => n === 0);

/** A step of the checklist that is done when nothing is left. */
export async function stepOf(ctx: OrgContext, key: string, wanted: readonly ListFigure[]) {
  const figures = await figuresOf(ctx, wanted);
  return { key, state: noneLeft(figures) ? ('done' as const) : ('todo' as const), figures };
}
