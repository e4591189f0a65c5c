import { strToU8 } from 'fflate';
import { colToLetter, parseCellRef } from 'hucre/xlsx';
import { pack, sheetsOf, textOf, unpack } from './archive.ts';
import { csvBytes, readCsv } from './csv.ts';
import type { Found } from './messages.ts';

/** The same file with one more column for the errors of each row; everything else is unchanged. */
export function annotated(
  bytes: Uint8Array,
  found: Found,
  header: string,
  messages: ReadonlyMap<number, string>,
): Uint8Array<ArrayBuffer> {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
    ? annotatedXlsx(bytes, found, header, messages)
    : annotatedCsv(bytes, found, header, messages);
}

function annotatedCsv(
  bytes: Uint8Array,
  { layout: { errors }, headerNo }: Found,
  header: string,
  messages: ReadonlyMap<number, string>,
): Uint8Array<ArrayBuffer> {
  const { delimiter, rows } = readCsv(bytes);
  return csvBytes(
    [...rows].map((cells, i) => {
      const row = [...cells];
      while (row.length <= errors) row.push(null);
      row[errors] = i + 1 === headerNo ? header : (messages.get(i + 1) ?? null);
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

function annotatedXlsx(
  bytes: Uint8Array,
  found: Found,
  header: string,
  messages: ReadonlyMap<number, string>,
): Uint8Array<ArrayBuffer> {
  const parts = unpack(bytes);
  const path = sheetsOf(parts)[found.sheet]?.path ?? '';
  const { styles, style } = withStyle(textOf(parts['xl/styles.xml']));
  if (style !== '') parts['xl/styles.xml'] = strToU8(styles);
  const {
    layout: { errors },
    headerNo,
  } = found;
  const textIn = (no: number) => (no === headerNo ? header : messages.get(no));
  parts[path] = strToU8(withColumn(widened(textOf(parts[path]), errors), errors, style, textIn));
  return pack(parts);
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
function withColumn(xml: string, column: number, style: string, textIn: (no: number) => string | undefined): string {
  const prefix = /<(\w+:)?sheetData\b/.exec(xml)?.[1] ?? '';
  const close = `</${prefix}row>`;
  const row = new RegExp(`<${prefix}row\\b([^>]*?)(/?)>`, 'g');
  const out: string[] = [];
  let [from, no] = [0, 0];
  for (let match = row.exec(xml); match; match = row.exec(xml)) {
    const [tag, attributes = '', empty] = match;
    no = Number(/\br="(\d+)"/.exec(attributes)?.[1] ?? no + 1);
    const start = match.index + tag.length;
    const end = empty ? start : xml.indexOf(close, start);
    row.lastIndex = end;
    const text = textIn(no);
    const cells = xml.slice(start, end);
    const { before, after, replaced } = around(cells, prefix, column);
    if (text === undefined && !replaced) continue;
    const cell =
      text === undefined
        ? ''
        : `<${prefix}c r="${colToLetter(column)}${no}"${style} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${escaped(text)}</${prefix}t></${prefix}is></${prefix}c>`;
    out.push(
      xml.slice(from, match.index),
      `<${prefix}row${attributes.replace(/\sspans="[^"]*"/, '')}>`,
      before,
      cell,
      after,
      empty ? close : '',
    );
    from = end;
  }
  return [...out, xml.slice(from)].join('');
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
