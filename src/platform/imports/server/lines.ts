import type { FailureDetail } from '../../contract/common.ts';
import type { Row } from '../../resources/contract/resource.ts';
import type { ChoicesByField } from '../../resources/server/choices.ts';
import type { FlatRow } from '../../resources/server/hooks.ts';
import { display } from '../../schema/columns.ts';
import { pathOfPointer, sameValue } from '../../schema/json.ts';
import { linearPattern } from '../../schema/server/linear-pattern.ts';
import { cellText, readCell } from '../../schema/sheet-cell.ts';
import { importColumns } from '../../schema/sheet.ts';
import { keyOf, type EntitySchema, type FieldSchema } from '../../schema/types.ts';
import type { SheetRow, TooWide } from '../../sheets/server/messages.ts';
import { tooWideText } from '../../sheets/server/too-wide.ts';

/** A line of a file as far as it can be read by itself. */
export interface Line {
  no: number;
  /** Values by field; cells without anything are absent. */
  given: Row;
  /** The cells of the line, as shown to users. */
  cells: Record<string, string>;
  /** Errors by field. */
  wrong: Map<string, string>;
  /** Which cell is in which column is not known, so that nothing else can be said about the line. */
  unreadable?: true;
}

const matchesLinearly = (pattern: string, text: string) => linearPattern(pattern).test(text);

/** A line whose row has more cells than titles: it has no values, and one error. */
export function unreadableLine(line: Line, row: number, wide: TooWide): Line {
  const wrong = new Map([['', `第 ${row} 行的${tooWideText(wide)}`]]);
  return { ...line, given: {}, wrong, unreadable: true };
}

/** Reads the cells of a line under their fields. */
export function readLine(
  schema: EntitySchema,
  fields: readonly { field: string }[],
  choices: ChoicesByField,
  { no, cells }: SheetRow,
): Line {
  const line: Line = { no, given: {}, cells: {}, wrong: new Map() };
  for (const [i, { field: name }] of fields.entries()) {
    const field = schema.properties[name];
    const cell = cells[i] ?? null;
    if (!field) continue;
    const reading = readCell(field, cell, matchesLinearly, field.enum ? undefined : choices.get(name));
    if (reading.kind === 'empty') continue;
    line.cells[name] = cellText(cell);
    if (reading.kind === 'value') line.given[name] = reading.value;
    else line.wrong.set(name, reading.message);
  }
  return line;
}

/** The key values of a line; undefined where they are missing or invalid. */
export function keyText(schema: EntitySchema, { given, wrong }: Line): string | undefined {
  const fields = keyOf(schema);
  if (fields.some((name) => wrong.has(name)) || fields.every((name) => given[name] === undefined)) return undefined;
  return JSON.stringify(fields.map((name) => given[name] ?? null));
}

/** The fields of a line that change an existing row. Fields that are only set on creation must be unchanged. */
export function editOf(
  schema: EntitySchema,
  { given, wrong, cells }: Line,
  before: Readonly<FlatRow>,
  choices: ChoicesByField,
): Row {
  const body: Row = {};
  for (const [name, value] of Object.entries(given)) {
    const field = schema.properties[name];
    const form = field?.['x-form'];
    if (!field || !form) continue;
    if (form.on.includes('edit')) body[name] = value;
    else if (!sameValue(before[name], value) && !(keyOf(schema).includes(name) && before[name] === undefined)) {
      const is = before[name];
      const called =
        is === undefined ? undefined : field.enum ? display(field, is) : choices.get(name)?.nameOf(String(is));
      wrong.set(
        name,
        `${called === undefined ? '' : `现在是“${called}”，`}不能通过导入改为“${cells[name] ?? ''}”${form.help ? `：${form.help}` : ''}`,
      );
    }
  }
  return body;
}

const headers = new WeakMap<EntitySchema, ReadonlyMap<string, string>>();

/** The header of a field in the sheet. */
export function headerOf(schema: EntitySchema, name: string): string {
  let known = headers.get(schema);
  if (!known) headers.set(schema, (known = new Map(importColumns(schema).map(({ field, header }) => [field, header]))));
  return known.get(name) ?? (schema.properties[name] as FieldSchema | undefined)?.title ?? name;
}

/** Adds errors to the known ones; each field has one error. */
export function addWrong(wrong: Map<string, string>, details: readonly FailureDetail[]): void {
  for (const { field, message } of details) {
    const [name = ''] = pathOfPointer(field);
    if (!wrong.has(name)) wrong.set(name, message);
  }
}

/** Error messages with their column names. */
export const messagesFor = (schema: EntitySchema, wrong: ReadonlyMap<string, string>): string[] =>
  [...wrong].map(([name, message]) => (name === '' ? message : `${headerOf(schema, name)}：${message}`));
