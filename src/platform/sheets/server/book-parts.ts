import { sheetName, widthOf, type Sheet } from './sheet.ts';
import type { ZippedPart } from './zip-stream.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Characters of a piece: large enough to compress well, small enough not to block. */
const PIECE = 64 * 1024;
/** Cell formats of `STYLES`. */
const TEXT = 1;

const encoder = new TextEncoder();

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
// What XML cannot say: control characters but for tabs and ends of lines, and halves of characters.
const UNSAYABLE = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
const xmlText = (text: string) =>
  text
    .replace(UNSAYABLE, (one) => ('\t\n\r'.includes(one) ? one : ''))
    .replace(/[&<>"\r]/g, (mark) => ENTITIES[mark] ?? mark);

/** The letters of a column, from 0. */
const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

const cellXml = (letters: string, row: number, value: string | number | null): string =>
  value === null
    ? ''
    : typeof value === 'number'
      ? `<c r="${letters}${row}"><v>${value}</v></c>`
      : `<c r="${letters}${row}" s="${TEXT}" t="inlineStr"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`;

async function* sheetPieces({ columns, rows }: Sheet): AsyncGenerator<Uint8Array> {
  const letters = columns.map((_, i) => lettersOf(i));
  const rowXml = (no: number, cells: readonly (string | number | null)[]) =>
    `<row r="${no}">${cells.map((value, i) => cellXml(letters[i] ?? lettersOf(i), no, value)).join('')}</row>`;
  const cols = columns.map(
    ({ header, cell }, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${widthOf(header)}" customWidth="1"${cell === 'text' ? ` style="${TEXT}"` : ''}/>`,
  );
  let text =
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${cols.join('')}</cols><sheetData>`;
  let no = 1;
  text += rowXml(
    no,
    columns.map(({ header }) => header),
  );
  for await (const row of rows) {
    no++;
    text += rowXml(no, row);
    if (text.length < PIECE) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(`${text}</sheetData></worksheet>`);
}

const STYLES =
  `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** Names of sheets are unique, whatever their case. */
function uniqueNames(sheets: readonly Sheet[]): string[] {
  const taken = new Set<string>();
  return sheets.map(({ name }) => {
    let one = sheetName(name);
    for (let n = 2; taken.has(one.toLowerCase()); n++) one = `${sheetName(name).slice(0, 27)} ${n}`;
    taken.add(one.toLowerCase());
    return one;
  });
}

const part = (name: string, text: string): ZippedPart => ({ name, pieces: [encoder.encode(text)] });

/** The parts of a workbook. The library writes only one sheet row by row, or all of them from memory. */
export function* bookParts(sheets: readonly Sheet[]): Generator<ZippedPart> {
  const ids = sheets.map((_, i) => i + 1);
  for (const [i, sheet] of sheets.entries())
    yield { name: `xl/worksheets/sheet${i + 1}.xml`, pieces: sheetPieces(sheet) };
  yield part('xl/styles.xml', STYLES);
  const names = uniqueNames(sheets).map(
    (name, i) => `<sheet name="${xmlText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  yield part(
    'xl/workbook.xml',
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.join('')}</sheets></workbook>`,
  );
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (list: readonly string[]) =>
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
  yield part(
    'xl/_rels/workbook.xml.rels',
    relations([
      ...ids.map((id) => relation(id, 'worksheet', `worksheets/sheet${id}.xml`)),
      relation(ids.length + 1, 'styles', 'styles.xml'),
    ]),
  );
  yield part('_rels/.rels', relations([relation(1, 'officeDocument', 'xl/workbook.xml')]));
  const override = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`;
  yield part(
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}` +
      `${override('xl/styles.xml', 'styles')}${ids.map((id) => override(`xl/worksheets/sheet${id}.xml`, 'worksheet')).join('')}</Types>`,
  );
}
