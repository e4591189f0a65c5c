import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { EXPORT_MAX } from '../../../platform/resources/server/exporting.ts';
import type { ResourceHooks } from '../../../platform/resources/server/hooks.ts';
import { idsFor, rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { readQuery, resolveResource, wireRows } from '../../../platform/resources/server/reading.ts';

/** Rows that are read at a time. */
const PIECE = 1000;

/** All rows of a resource in the caller's scope that a list with these filters shows, as its details show them. */
export async function* everyRow(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  filters: Readonly<Record<string, string>> = {},
): AsyncGenerator<Row> {
  const { entity, rows, tenant } = resolveResource(ctx, name, hooks);
  const wanted = await readQuery(ctx, entity, hooks, filters);
  const [found] = await ctx.services.db.read(tenant, [idsFor(rows, wanted, EXPORT_MAX)]);
  const ids = found.map(({ id }) => String(id));
  const { id } = entity.schema['x-resource'];
  for (let from = 0; from < ids.length; from += PIECE) {
    const piece = ids.slice(from, from + PIECE);
    const [stored] = await ctx.services.db.read(tenant, [rowsOfIds(rows, piece)]);
    const shown = new Map((await wireRows(ctx, entity, stored)).map((row) => [row[id], row]));
    for (const one of piece) {
      const row = shown.get(one);
      if (row) yield row;
    }
  }
}
