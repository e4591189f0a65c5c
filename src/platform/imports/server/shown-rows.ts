import type { OrgContext } from '../../context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../contract/common.ts';
import { choicesFor, rowChoices } from '../../resources/server/choices.ts';
import { entityFor } from '../../resources/server/scoped-rows.ts';
import { mask } from '../../schema/mask.ts';
import { cellOf, importColumns } from '../../schema/sheet.ts';
import type { EntitySchema } from '../../schema/types.ts';
import type { ImportRow } from '../contract.ts';
import { lineCipher } from './encrypted-lines.ts';
import { unclearIn, type Unclear } from './find.ts';
import { fileRows, fileRowsCount, type ImportRowsTable, type Outcome } from './queries/import-rows.ts';
import type { ImportFacts } from './queries/imports.ts';
import { rowOfLine } from './spread.ts';

type Column = ReturnType<typeof importColumns>[number];
type StoredLine = Pick<
  ImportRowsTable,
  'row_no' | 'outcome' | 'state' | 'label' | 'body' | 'before' | 'cells' | 'messages'
>;
/** A value as text, masked for the role; undefined where there is none. */
type TextOf = (column: Column, value: unknown) => string | undefined;

/** Lines of an import as a role may see them, masked as elsewhere. */
export async function shownRows(
  ctx: OrgContext,
  facts: ImportFacts,
  { outcome, page = 1, size = PAGE_SIZE_DEFAULT }: { outcome: Outcome | 'kept'; page?: number; size?: number },
): Promise<{ total: number; items: ImportRow[] }> {
  const { actor } = ctx;
  const { import_id, resource } = facts;
  const { schema } = entityFor(ctx, resource);
  const [stored, [count]] = await ctx.read([
    fileRows(actor.orgId, import_id, outcome, page, size),
    fileRowsCount(actor.orgId, import_id, outcome),
  ]);
  const cipher = await lineCipher(ctx, resource, import_id);
  const lines = stored.map(cipher.open);
  const textOf = await textOfValues(ctx, schema, lines);
  const columns = importColumns(schema);
  const unclear = unclearIn(ctx, facts);
  const shown = unclear ? lines.map((line) => withoutUnclear(columns, unclear, line)) : lines;
  return {
    total: count?.total ?? 0,
    items: shown.map((line) => shownLine(columns, textOf, { ...line, row_no: rowOfLine(facts.found, line.row_no) })),
  };
}

/** A line without messages that may be about hidden columns, or that quote what is masked. */
function withoutUnclear(columns: readonly Column[], { hidden, masked }: Unclear, line: StoredLine): StoredLine {
  const all = line.messages ?? [];
  const secret = columns.filter(({ field }) => masked.has(field));
  const isAbout = (message: string) => (column: Column) => message.startsWith(`${column.header}：`);
  const quotes = (message: string) =>
    (secret.some(isAbout(message)) && message.includes('“')) ||
    secret.some(({ field }) => line.cells?.[field] && message.includes(line.cells[field]));
  const seen = all.filter((message) => (!hidden || columns.some(isAbout(message))) && !quotes(message));
  const why = hidden ? '其余说明涉及您的角色无权查看的列' : '其余说明涉及您的角色仅可查看脱敏内容的列';
  return { ...line, messages: seen.length < all.length ? [...seen, why] : seen };
}

/** Loads the names of the ids in the lines. */
async function textOfValues(
  ctx: OrgContext,
  schema: EntitySchema,
  lines: readonly Pick<StoredLine, 'body'>[],
): Promise<TextOf> {
  const { actor, services } = ctx;
  const idsIn = (field: string) =>
    lines.flatMap(({ body }) => {
      const value: unknown = body?.[field];
      return [value].flat().filter((id): id is string => typeof id === 'string');
    });
  const choices = new Map([
    ...(await choicesFor(ctx, schema)),
    ...(await rowChoices(ctx, schema, (field) => ({ ids: idsIn(field) }))),
  ]);
  return ({ field, header, schema: of }, value) => {
    if (value === null || value === undefined) return undefined;
    const { 'x-mask': kind } = of;
    if (kind && !services.access.mayReveal(actor, kind)) return mask(kind, String(value));
    const nameOf = (id: unknown) =>
      of['x-kind'] && !of.enum && typeof id === 'string' ? choices.get(field)?.nameOf(id) : undefined;
    if (Array.isArray(value) && of['x-of'] !== undefined)
      return (value as unknown[]).map((id) => nameOf(id) ?? String(id)).join('、');
    return nameOf(value) ?? String(cellOf({ field, header, cell: 'text', schema: of }, value) ?? '');
  };
}

/** The column of a cell as the file has it: text of any kind. */
const asTyped = (column: Column): Column => ({
  ...column,
  schema: { ...column.schema, enum: undefined, format: undefined, type: 'string', 'x-kind': undefined },
});

/** The text of a line in a column: the cell of the file, or the value of a new row. */
function cellText(column: Column, textOf: TextOf, { cells, body, outcome }: StoredLine): string | undefined {
  if (cells) return textOf(asTyped(column), cells[column.field]);
  return textOf(column, outcome === 'new' ? body?.[column.field] : undefined);
}

function shownLine(columns: readonly Column[], textOf: TextOf, line: StoredLine): ImportRow {
  const { row_no, outcome, state, label, messages } = line;
  return {
    row: row_no,
    outcome,
    ...(state !== null && { state }),
    ...(label !== null && label !== '' && { label }),
    cells: columns.flatMap((column) => {
      const text = cellText(column, textOf, line);
      return text === undefined ? [] : [{ field: column.field, title: column.header, text }];
    }),
    changes: outcome === 'changed' ? columns.flatMap((column) => changeIn(column, textOf, line)) : [],
    messages: messages ?? [],
  };
}

/** The change of a line in a column; none where the line does not name the field. */
function changeIn(column: Column, textOf: TextOf, { body, before }: StoredLine): ImportRow['changes'] {
  const { field, header: title } = column;
  if (!body || !Object.hasOwn(body, field)) return [];
  const [was, is] = [textOf(column, before?.[field]), textOf(column, body[field])];
  return [{ field, title, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }];
}
