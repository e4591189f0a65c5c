import { colToLetter, parseCellRef } from 'hucre/xlsx';
import { openArchive } from './archive.ts';
import { csvBytes, readCsv } from './csv.ts';
import { escapeFormula } from './formulas.ts';
import { ROW_SOURCE_MAX, SHARES, tooBig, unreadable } from './limits.ts';
import type { Found } from './messages.ts';
import { isWorkbook } from './read-rows.ts';
import { unpacked } from './zip-directory.ts';
import { ZipWriter } from './zip-writer.ts';

/** The same file with one more column for the errors of each row; everything else is unchanged. */
export async function annotated(
  bytes: Uint8Array<ArrayBuffer>,
  found: Found,
  header: string,
  messages: ReadonlyMap<number, string>,
): Promise<Uint8Array<ArrayBuffer>> {
  return isWorkbook(bytes)
    ? annotatedXlsx(bytes, found, header, messages)
    : annotatedCsv(bytes, found, header, messages);
}

function annotatedCsv(
  bytes: Uint8Array<ArrayBuffer>,
  { layout: { errors }, headerNo }: Found,
  header: string,
  messages: ReadonlyMap<number, string>,
): Uint8Array<ArrayBuffer> {
  const { delimiter, rows } = readCsv(bytes);
  return csvBytes(
    Array.from(rows, (cells, i) => {
      const row = [...cells];
      while (row.length <= errors) row.push(null);
      row[errors] = i + 1 === headerNo ? header : escapeFormula(messages.get(i + 1) ?? '');
      return row;
    }),
    delimiter,
  );
}

const escaped = (text: string) => text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;' })[c] ?? '&gt;');

/**
 * A text style that is highlighted, wraps and is never a formula: a separate style, where the workbook's styles have
 * the usual form.
 */
function withStyle(styles: string): { styles: string; style: string } {
  const [, fonts] = /<fonts\b[^>]*\bcount="(\d+)"/.exec(styles) ?? [];
  const [, xfs] = /<cellXfs\b[^>]*\bcount="(\d+)"/.exec(styles) ?? [];
  if (fonts === undefined || xfs === undefined || !styles.includes('</fonts>') || !styles.includes('</cellXfs>'))
    return { styles, style: '' };
  return {
    style: ` s="${xfs}"`,
    styles: styles
      .replace(/(<fonts\b[^>]*\bcount=")\d+/, `$1${Number(fonts) + 1}`)
      .replace('</fonts>', '<font><sz val="11"/><color rgb="FFCF1322"/><name val="Calibri"/></font></fonts>')
      .replace(/(<cellXfs\b[^>]*\bcount=")\d+/, `$1${Number(xfs) + 1}`)
      .replace(
        '</cellXfs>',
        `<xf numFmtId="49" fontId="${fonts}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs>`,
      ),
  };
}

/** Largest styles that get one for the errors; a workbook with larger ones gets its errors without. */
const STYLES_MAX = 4 * 2 ** 20;

/** Copies every part as it is packed, but the sheet and the styles. */
async function annotatedXlsx(
  bytes: Uint8Array<ArrayBuffer>,
  found: Found,
  header: string,
  messages: ReadonlyMap<number, string>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { parts, sheets, styles } = await openArchive(bytes);
  const sheet = parts.get(sheets[found.sheet]?.path ?? '');
  if (!sheet) throw unreadable();
  const {
    layout: { errors },
    headerNo,
  } = found;
  const textIn = (no: number) => (no === headerNo ? header : messages.get(no));
  const styled =
    styles && styles.size <= STYLES_MAX ? withStyle(await textOf(unpacked(styles, STYLES_MAX))) : undefined;
  const zip = new ZipWriter();
  for (const part of parts.values()) {
    if (part.name.endsWith('/')) continue;
    if (part === sheet) {
      const column = new ErrorColumn(errors, styled?.style ?? '', textIn);
      await zip.add(part.name, column.in(textPieces(unpacked(part, SHARES.sheet))));
    } else if (part === styles && styled) await zip.add(part.name, [styled.styles]);
    else zip.copy(part);
  }
  return zip.end();
}

async function* textPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const texts: string[] = [];
  for await (const text of textPieces(pieces)) texts.push(text);
  return texts.join('');
}

/** Widens the column, where the sheet declares no width for it. */
function widened(xml: string, column: number): string {
  const col = `<col min="${column + 1}" max="${column + 1}" width="48" customWidth="1"/>`;
  const [cols] = /<cols>[^]*?<\/cols>/.exec(xml) ?? [];
  if (cols === undefined)
    return xml.includes('<cols') ? xml : xml.replace('<sheetData', `<cols>${col}</cols><sheetData`);
  const taken = [...cols.matchAll(/\bmax="(\d+)"/g)].some(([, max]) => Number(max) > column);
  return taken ? xml : xml.replace('</cols>', `${col}</cols>`);
}

/** Writes a text into one column of each row that has one, and removes the previous content. */
class ErrorColumn {
  readonly #column: number;
  readonly #style: string;
  readonly #textIn: (no: number) => string | undefined;
  #prefix = '';
  #no = 0;

  constructor(column: number, style: string, textIn: (no: number) => string | undefined) {
    this.#column = column;
    this.#style = style;
    this.#textIn = textIn;
  }

  /** The source of the sheet in pieces; holds what comes before the first row, then one row at a time. */
  async *in(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    let [rest, inRows] = ['', false];
    for await (const piece of pieces) {
      rest += piece;
      if (rest.length > ROW_SOURCE_MAX + 2 * piece.length) throw tooBig();
      if (!inRows) {
        const data = /<(\w+:)?sheetData\b[^>]*>/.exec(rest);
        if (!data) continue;
        this.#prefix = data[1] ?? '';
        const end = data.index + data[0].length;
        yield widened(rest.slice(0, end), this.#column);
        [rest, inRows] = [rest.slice(end), true];
      }
      const last = rest.lastIndexOf(`<${this.#prefix}row`);
      if (last <= 0) continue;
      yield this.#rows(rest.slice(0, last));
      rest = rest.slice(last);
    }
    yield this.#rows(rest);
  }

  /** Complete rows, and what comes after them. */
  #rows(xml: string): string {
    const prefix = this.#prefix;
    const close = `</${prefix}row>`;
    const row = new RegExp(`<${prefix}row\\b([^>]*?)(/?)>`, 'g');
    const out: string[] = [];
    let from = 0;
    for (let match = row.exec(xml); match; match = row.exec(xml)) {
      const [tag, attributes = '', empty] = match;
      this.#no = Number(/\br="(\d+)"/.exec(attributes)?.[1] ?? this.#no + 1);
      const start = match.index + tag.length;
      const end = empty ? start : xml.indexOf(close, start);
      if (end === -1) throw unreadable();
      row.lastIndex = end;
      const text = this.#textIn(this.#no);
      const cells = xml.slice(start, end);
      const { before, after, replaced } = around(cells, prefix, this.#column);
      if (text === undefined && !replaced) continue;
      out.push(
        xml.slice(from, match.index),
        `<${prefix}row${attributes.replace(/\sspans="[^"]*"/, '')}>`,
        before,
        text === undefined ? '' : this.#cell(text),
        after,
        empty ? close : '',
      );
      from = end;
    }
    return [...out, xml.slice(from)].join('');
  }

  #cell(text: string): string {
    const prefix = this.#prefix;
    const ref = `${colToLetter(this.#column)}${this.#no}`;
    return `<${prefix}c r="${ref}"${this.#style} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${escaped(text)}</${prefix}t></${prefix}is></${prefix}c>`;
  }
}

/** The cells of a row before and after a column, without the column's own. */
function around(cells: string, prefix: string, column: number): { before: string; after: string; replaced: boolean } {
  const cell = new RegExp(`<${prefix}c\\b([^>]*?)(?:/>|>[^]*?</${prefix}c>)`, 'g');
  let at = -1;
  for (const match of cells.matchAll(cell)) {
    const ref = /\br="([A-Z]+\d+)"/.exec(match[1] ?? '')?.[1];
    at = ref === undefined ? at + 1 : parseCellRef(ref).col;
    if (at < column) continue;
    const end = at === column ? match.index + match[0].length : match.index;
    return { before: cells.slice(0, match.index), after: cells.slice(end), replaced: at === column };
  }
  return { before: cells, after: '', replaced: false };
}
