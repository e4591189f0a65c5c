import type { OrgContext } from '../../context/server/context.ts';
import type { ResourceHooks } from './hooks.ts';
import { groupsOf } from './queries/rows/read.ts';
import { readQuery, requireProofFor, resolveList } from './reading.ts';

/** How many rows of a list have one value of a field; without a value, how many have none. */
export interface RowGroup {
  value?: string;
  n: number;
}

/**
 * How many rows of a list have each value of a field, most first.
 *
 * @param by A field of `chartFields`
 * @throws AppError as `listRows` does
 */
export async function readGroups(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  query: Readonly<Record<string, unknown>>,
  by: string,
): Promise<RowGroup[]> {
  const { entity, rows } = await resolveList(ctx, name, hooks);
  const wanted = await readQuery(ctx, entity, hooks, query);
  await requireProofFor(ctx, entity, [by]);
  await hooks.beforeRead?.(ctx, wanted);
  const [found] = await ctx.read([groupsOf(rows, wanted, by)]);
  return found.map(({ value, n }) => ({
    ...(value !== null && value !== undefined && { value: String(value) }),
    n: Number(n),
  }));
}
