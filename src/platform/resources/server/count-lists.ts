import type { OrgContext } from '../../context/server/context.ts';
import { parseListQuery, type ListQuery } from '../../schema/query.ts';
import { areasOf, inLists } from '../../schema/server/seen-by.ts';
import { countOf, groupsOf, type RowsOf } from './queries/rows/read.ts';
import { resolveResource, toList } from './reading.ts';
import { entityOfRole } from './scoped-rows.ts';

/** Parameters of a list, as its address has them. */
export type ListParameters = Readonly<Record<string, string | number | boolean>>;

/** A list with its parameters. */
export type CountedList = readonly [name: string, parameters: ListParameters];

/** The parameters as a query string. */
export const queryOf = (parameters: ListParameters): string =>
  new URLSearchParams(Object.fromEntries(Object.entries(parameters).map(([k, v]) => [k, String(v)]))).toString();

/** The rows of a list and the query of its parameters. @throws Error for a parameter that the list does not have */
function resolved(ctx: OrgContext, [name, parameters]: CountedList): { rows: RowsOf; wanted: ListQuery } {
  const { schemas, resources } = ctx.services;
  const entity = schemas.entity(ctx.actor.orgId, name);
  const hooks = resources.hooksFor(entity.schema);
  const { rows } = toList(resolveResource(ctx, name, hooks, areasOf(entity)));
  const query = Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, String(value)]));
  const { details, ...wanted } = parseListQuery(
    inLists(entityOfRole(ctx, name)).schema,
    hooks.query ? hooks.query(ctx, query) : query,
  );
  if (details.length > 0) throw new Error(`the list of ${name} has no ${details.map(({ field }) => field).join()}`);
  return { rows, wanted };
}

/**
 * How many rows lists have for the caller, in one round trip: the number that the list itself answers as its total. The
 * caller of this function has asked for the right to open the lists; a number alone needs no second-step verification.
 *
 * @throws Error for a parameter that the list does not have
 */
export async function countLists(ctx: OrgContext, lists: readonly CountedList[]): Promise<number[]> {
  const answers = await ctx.read(
    lists.map((list) => {
      const { rows, wanted } = resolved(ctx, list);
      return countOf(rows, wanted);
    }),
  );
  return answers.map(([row]) => Number(row?.['total'] ?? 0));
}

/** Whether a list has at least so many rows, under the terms of `countLists`. It reads no more rows than these. */
export async function hasRows(ctx: OrgContext, list: CountedList, atLeast = 1): Promise<boolean> {
  const { rows, wanted } = resolved(ctx, list);
  const [[row]] = await ctx.read([countOf(rows, wanted, atLeast)]);
  return Number(row?.['total'] ?? 0) >= atLeast;
}

/** How many rows of a list have each value of a field, under the terms of `countLists`, in one pass over the rows. */
export async function countByValue(ctx: OrgContext, list: CountedList, field: string): Promise<Map<string, number>> {
  const { rows, wanted } = resolved(ctx, list);
  const [groups] = await ctx.read([groupsOf(rows, wanted, field)]);
  return new Map(groups.map(({ value, n }) => [String(value), Number(n)]));
}
