import { OPEN } from '../../access/server/rights.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { ownReferences } from '../../schema/references.ts';
import { REFERRING_ROWS, type referringRows } from '../contract/references.ts';
import { referringRowsOf } from './queries/rows/references.ts';
import { resolveResource, wireRows } from './reading.ts';

type Referring = DataOf<typeof referringRows>['items'][number];

/** The rows that refer to a row in a tenant's own field, by field; only of resources that the caller may open. */
export async function referringTo(ctx: OrgContext, entity: string, id: string): Promise<Referring[]> {
  const { actor, services } = ctx;
  const found: Referring[] = [];
  for (const schema of Object.values(services.schemas.all(actor.orgId).resources)) {
    const { label, id: idField, area } = schema['x-resource'];
    if (!services.access.decide(actor, area, OPEN)) continue;
    for (const reference of ownReferences(schema).filter((one) => one.entity === entity)) {
      const reached = resolveResource(ctx, schema.$id, services.resources.hooksFor(schema));
      const field = reached.entity.schema.properties[reference.field];
      if (!field || field['x-hidden']) continue;
      const [stored] = await ctx.read([referringRowsOf(reached.rows, reference, id, REFERRING_ROWS)]);
      if (stored.length === 0) continue;
      const rows = await wireRows(ctx, reached.entity, stored);
      found.push({
        entity: schema.$id,
        title: schema.title,
        field: reference.field,
        field_title: field.title,
        total: Number(stored[0]?.[':total'] ?? 0),
        rows: rows.map((row) => ({ id: String(row[idField]), label: String(row[label] ?? '') })),
      });
    }
  }
  return found;
}
