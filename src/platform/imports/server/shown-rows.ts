import type { OrgContext } from '../../context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../contract/common.ts';
import { choicesFor, rowChoices } from '../../resources/server/choices.ts';
import { mask } from '../../schema/mask.ts';
import { cellOf, importColumns } from '../../schema/sheet.ts';
import type { ImportRow } from '../contract.ts';
import { lineCipher } from './encrypted-lines.ts';
import { fileRows, fileRowsCount, type ImportRowsTable, type Outcome } from './queries/import-rows.ts';
import type { ImportFacts } from './queries/imports.ts';

/** Lines of an import as a role may see them, masked as elsewhere. */
export async function shownRows(
  ctx: OrgContext,
  { import_id, resource }: ImportFacts,
  { outcome, page = 1, size = PAGE_SIZE_DEFAULT }: { outcome: Outcome | 'kept'; page?: number; size?: number },
): Promise<{ total: number; items: ImportRow[] }> {
  const {
    actor,
    services: { access, schemas },
  } = ctx;
  const { schema } = schemas.entity(actor.orgId, resource);
  const [stored, [count]] = await ctx.read([
    fileRows(actor.orgId, import_id, outcome, page, size),
    fileRowsCount(actor.orgId, import_id, outcome),
  ]);
  const cipher = await lineCipher(ctx, resource, import_id);
  const rows = stored.map(cipher.open);
  const idsIn = (field: string) =>
    rows.flatMap(({ body }) => {
      const value = body?.[field];
      return typeof value === 'string' ? [value] : [];
    });
  const choices = new Map([
    ...(await choicesFor(ctx, schema)),
    ...(await rowChoices(ctx, schema, (field) => ({ ids: idsIn(field) }))),
  ]);
  const columns = importColumns(schema);

  const words = ({ field, header, schema: of }: (typeof columns)[number], value: unknown): string | undefined => {
    if (value === null || value === undefined) return undefined;
    const { 'x-mask': kind } = of;
    if (kind && !access.mayReveal(actor, kind)) return mask(kind, String(value));
    const called =
      of['x-kind'] && !of.enum && typeof value === 'string' ? choices.get(field)?.nameOf(value) : undefined;
    return called ?? String(cellOf({ field, header, cell: 'text', schema: of }, value) ?? '');
  };
  const shown = ({
    row_no,
    outcome: found,
    state,
    label,
    body,
    before,
    cells,
    messages,
  }: Pick<
    ImportRowsTable,
    'row_no' | 'outcome' | 'state' | 'label' | 'body' | 'before' | 'cells' | 'messages'
  >): ImportRow => ({
    row: row_no,
    outcome: found,
    ...(state !== null && { state }),
    ...(label !== null && label !== '' && { label }),
    cells: columns.flatMap((column) => {
      const raw = cells?.[column.field];
      const text = cells
        ? raw === undefined
          ? undefined
          : words(
              {
                ...column,
                schema: { ...column.schema, enum: undefined, format: undefined, type: 'string', 'x-kind': undefined },
              },
              raw,
            )
        : words(column, found === 'new' ? body?.[column.field] : undefined);
      return text === undefined ? [] : [{ field: column.field, title: column.header, text }];
    }),
    changes:
      found === 'changed'
        ? columns.flatMap((column) => {
            if (!body || !Object.hasOwn(body, column.field)) return [];
            const [was, is] = [words(column, before?.[column.field]), words(column, body[column.field])];
            return [
              {
                field: column.field,
                title: column.header,
                ...(was !== undefined && { before: was }),
                ...(is !== undefined && { after: is }),
              },
            ];
          })
        : [],
    messages: messages ?? [],
  });
  return { total: count?.total ?? 0, items: rows.map(shown) };
}
