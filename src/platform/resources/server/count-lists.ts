import type { OrgContext } from '../../context/server/context.ts';
import { parseListQuery } from '../../schema/query.ts';
import { areasOf, inLists } from '../../schema/server/seen-by.ts';
import { countOf } from './queries/rows/read.ts';
import { resolveResource, toList } from './reading.ts';
import { entityOfRole } from './scoped-rows.ts';

/** Parameters of a list, as its address has them. */
export type ListParameters = Readonly<Record<string, string | number | boolean>>;

/** The parameters as a query string. */
export const queryOf = (parameters: ListParameters): string =>
  new URLSearchParams(Object.fromEntries(Object.entries(parameters).map(([k, v]) => [k, String(v)]))).toString();

/**
 * How many rows lists have for the caller, in one round trip: the number that the list itself answers as its total. The
 * caller of this function has asked for the right to open the lists; a number alone needs no second-step verification.
 *
 * @throws Error for a parameter that the list does not have
 */
export async function countLists(
  ctx: OrgContext,
  lists: readonly (readonly [name: string, parameters: ListParameters])[],
): Promise<number[]> {
  const { orgId } = ctx.actor;
  const { schemas, resources } = ctx.services;
  const counts = lists.map(([name, parameters]) => {
    const entity = schemas.entity(orgId, name);
    const hooks = resources.hooksFor(entity.schema);
    const { rows } = toList(resolveResource(ctx, name, hooks, areasOf(entity)));
    const query = Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, String(value)]));
    const { details, ...wanted } = parseListQuery(
      inLists(entityOfRole(ctx, name)).schema,
      hooks.query ? hooks.query(ctx, query) : query,
    );
    if (details.length > 0) throw new Error(`the list of ${name} has no ${details.map(({ field }) => field).join()}`);
    return countOf(rows, wanted);
  });
  const answers = await ctx.read(counts);
  return answers.map(([row]) => Number(row?.['total'] ?? 0));
}
