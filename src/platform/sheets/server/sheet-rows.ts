import { serialToDate } from 'hucre';
import { parseCellRef } from 'hucre/xlsx';
import type { RawCell } from '../../schema/sheet-cell.ts';
import { attributeOf, XmlScanner, type XmlHandler } from '../../xml/server/xml-scanner.ts';
import {
  CELL_MAX,
  cellTooLong,
  COLUMNS_MAX,
  ROW_SOURCE_MAX,
  ROW_TEXT_MAX,
  ROWS_MAX,
  rowTooLong,
  SHEET_TEXT_MAX,
  tooBig,
  unreadable,
} from './limits.ts';
import type { SheetRow } from './messages.ts';
import { decodeEscapes, type TextTable } from './shared-strings.ts';

/** What the cells of all sheets of a workbook refer to. */
export interface Workbook {
  strings: TextTable | undefined;
  dateFormats: ReadonlySet<number>;
  /** Whether days are counted from 1904. */
  from1904: boolean;
}

/** Collects the rows of one sheet from its tags. */
class RowCollector implements XmlHandler {
  /** Complete rows. */
  ready: SheetRow[] = [];
  readonly scanner = new XmlScanner(this, { tooLong: () => cellTooLong(this.#no), broken: unreadable });
  readonly #book: Workbook;
  #inData = false;
  #inRow = false;
  #inCell = false;
  #inString = false;
  #phonetic = 0;
  /** Number of the current row, from 1. */
  #no = 0;
  #start = 0;
  #cells: RawCell[] = [];
  #column = 0;
  /** Text in the current row. */
  #length = 0;
  /** Text in the sheet. */
  #total = 0;
  #type = '';
  #format = -1;
  #text = '';

  constructor(book: Workbook) {
    this.#book = book;
  }

  open(name: string, tag: string): void {
    if (name === 'sheetData') this.#inData = true;
    else if (!this.#inData) return;
    else if (name === 'row') this.#openRow(tag);
    else if (!this.#inRow) return;
    else if (name === 'c') this.#openCell(tag);
    else if (name === 'is') this.#inString = true;
    else if (name === 'rPh') this.#phonetic++;
    if (this.#inRow && this.scanner.position - this.#start > ROW_SOURCE_MAX) throw rowTooLong(this.#no);
    this.scanner.wanted = this.#inCell && (name === 'v' || (name === 't' && this.#inString && this.#phonetic === 0));
  }

  text(text: string): void {
    this.#text += text;
    if (this.#text.length > CELL_MAX) throw cellTooLong(this.#no);
  }

  close(name: string): void {
    this.scanner.wanted = false;
    if (name === 'is') this.#inString = false;
    else if (name === 'rPh') this.#phonetic--;
    else if (name === 'c' && this.#inCell) this.#closeCell();
    else if (name === 'row' && this.#inRow) this.#closeRow();
    else if (name === 'sheetData') this.#inData = false;
  }

  #openRow(tag: string): void {
    this.#no = Number(attributeOf(tag, 'r') ?? this.#no + 1);
    if (!Number.isInteger(this.#no) || this.#no < 1 || this.#no > ROWS_MAX) throw unreadable();
    this.#inRow = true;
    this.#start = this.scanner.position;
    this.#cells = [];
    this.#column = 0;
    this.#length = 0;
  }

  #closeRow(): void {
    this.#inRow = false;
    if (!isEmpty(this.#cells)) this.ready.push({ no: this.#no, cells: this.#cells });
  }

  #openCell(tag: string): void {
    const ref = attributeOf(tag, 'r');
    if (ref !== undefined) this.#column = parseCellRef(ref).col;
    if (!(this.#column >= 0 && this.#column < COLUMNS_MAX)) throw unreadable();
    this.#inCell = true;
    this.#type = attributeOf(tag, 't') ?? '';
    this.#format = Number(attributeOf(tag, 's') ?? -1);
    this.#text = '';
  }

  #closeCell(): void {
    this.#inCell = false;
    const value = this.#value();
    const length = typeof value === 'string' ? value.length : 0;
    this.#length += length;
    this.#total += length;
    if (this.#length > ROW_TEXT_MAX) throw rowTooLong(this.#no);
    if (this.#total > SHEET_TEXT_MAX) throw tooBig();
    if (value !== null) {
      while (this.#cells.length < this.#column) this.#cells.push(null);
      this.#cells[this.#column] = value;
    }
    this.#column++;
  }

  #value(): RawCell {
    const text = this.#text;
    if (this.#type === 's') return this.#book.strings?.at(text === '' ? -1 : Number(text)) ?? null;
    if (this.#type === 'str' || this.#type === 'inlineStr') return decodeEscapes(text);
    if (this.#type === 'b') return text === '1' || text.toLowerCase() === 'true';
    if (this.#type === 'e') return text;
    if (text === '') return null;
    const number = Number(text);
    if (Number.isNaN(number)) return text;
    if (!this.#book.dateFormats.has(this.#format)) return number;
    const date = serialToDate(number, this.#book.from1904);
    if (Number.isNaN(date.getTime())) throw unreadable();
    return { at: date.toISOString().slice(0, 19) };
  }
}

export const isEmpty = (cells: readonly RawCell[]): boolean =>
  cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''));

/** Characters that are read at a time: each cell of twenty may stand for a shared text of 32,767. */
const STEP = 8192;

/** The rows of a sheet that have any text. @throws UnusableFile */
export async function* sheetRows(pieces: AsyncIterable<Uint8Array>, book: Workbook): AsyncGenerator<SheetRow> {
  const collector = new RowCollector(book);
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    const source = decoder.decode(piece, { stream: true });
    for (let at = 0; at < source.length; at += STEP) {
      collector.scanner.push(source.slice(at, at + STEP));
      const { ready } = collector;
      collector.ready = [];
      yield* ready;
    }
  }
  collector.scanner.end();
}
