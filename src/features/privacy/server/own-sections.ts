import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { PrintedDocument } from '../../../platform/pdf/server/write-pdf.ts';
import { withNames } from '../../../platform/resources/server/references.ts';
import { readableValue } from '../../../platform/schema/references.ts';
import { cellOf, type SheetColumn } from '../../../platform/schema/sheet.ts';
import { fieldsOf, type EntitySchema } from '../../../platform/schema/types.ts';
import { ownEntityOf } from './child-data.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

const columnOf = (field: string, schema: SheetColumn['schema']): SheetColumn => ({
  field,
  header: schema.title,
  cell: 'text',
  schema,
});

/** A row as lines of titles and values, without its id. */
export function lines(schema: EntitySchema, row: Rows[number]): string {
  return fieldsOf(schema)
    .filter(([name]) => name !== schema['x-resource'].id)
    .flatMap(([name, field]) => {
      const text = cellOf(columnOf(name, field), readableValue(row, name));
      return text === null || text === '' ? [] : [`${field.title}：${text}`];
    })
    .join('\n');
}

/** Rows with the names of what they refer to and of their files. */
const readableRows = async (ctx: OrgContext, schema: EntitySchema, rows: Rows) =>
  ctx.services.resources.fieldFiles.show(ctx, schema, await withNames(ctx, schema, rows), (row) =>
    String(row['row_id']),
  );

/** Printed sections of the rows of a tenant's own resources, with names for what they refer to. */
export async function ownSections(
  ctx: OrgContext,
  data: ReadonlyMap<string, Rows>,
): Promise<PrintedDocument['sections']> {
  const { resources } = ctx.services.schemas.all(ctx.actor.orgId);
  return Promise.all(
    [...data].flatMap(([key, rows]) => {
      const schema = resources[ownEntityOf(key) ?? ''];
      if (!schema || rows.length === 0) return [];
      return [
        readableRows(ctx, schema, rows).then((named) => ({
          title: schema.title,
          rows: named.map((row, i) => [`${i + 1}`, lines(schema, row)] as const),
        })),
      ];
    }),
  );
}
