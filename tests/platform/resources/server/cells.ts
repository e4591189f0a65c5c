import { inflateRawSync } from 'node:zlib';

/*
 * A reader of spreadsheet files only for tests, independent of the library that writes them: reads the zip's central
 * directory and the XML of the first sheet.
 */

/** Files of a zip archive by name. */
export function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const [size, nameLength, extra, comment, local] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(start, start + size);
    files.set(name, (bytes.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data)).toString('utf8'));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

export interface Cell {
  /** `inlineStr` and `s` are text; absent is a number. */
  type: string | undefined;
  value: string;
  /** Whether the cell is a formula. */
  formula: boolean;
  /** Number format of the cell's style: `@` is text. */
  format: string | undefined;
}

const unescape = (text: string) =>
  text.replace(
    /&(lt|gt|quot|apos|amp|#x?[0-9a-fA-F]+);/g,
    (_, name: string) =>
      ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' })[name] ??
      String.fromCodePoint(Number(name.replace(/^#x/, '0x').replace(/^#/, ''))),
  );
const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

/** The cells of the first sheet, row by row. */
export function cellsOf(bytes: Buffer): Cell[][] {
  const files = unzip(bytes);
  const styles = files.get('xl/styles.xml') ?? '';
  const formats = new Map(
    [...styles.matchAll(/<numFmt [^>]*>/g)].map(([tag]) => [
      attribute(tag, 'numFmtId'),
      unescape(attribute(tag, 'formatCode') ?? ''),
    ]),
  );
  formats.set('49', '@'); // built in
  const xfs = [...(/<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? '').matchAll(/<xf [^>]*>/g)].map(([tag]) =>
    formats.get(attribute(tag, 'numFmtId')),
  );
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(([, text = '']) =>
    textOf(text),
  );
  return [...(files.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(
    ([, row = '']) => {
      const cells: Cell[] = [];
      for (const [, tag = '', content = ''] of row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
        const type = attribute(tag, 't');
        const value = type === 'inlineStr' ? textOf(content) : (/<v>(.*?)<\/v>/s.exec(content)?.[1] ?? '');
        const column = columnOf(attribute(tag, 'r') ?? '');
        while (cells.length < column) cells.push(EMPTY);
        cells.push({
          type,
          value: type === 's' ? (shared[Number(value)] ?? '') : value,
          formula: /<f[ >/]/.test(content),
          format: xfs[Number(attribute(tag, 's') ?? 0)],
        });
      }
      return cells;
    },
  );
}

/** An empty cell, which a file leaves out. */
const EMPTY: Cell = { type: undefined, value: '', formula: false, format: undefined };

/** The column of a cell such as `B7`, from 0. */
const columnOf = (reference: string): number =>
  [...reference.replace(/\d/g, '')].reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const textOf = (xml: string) =>
  [...xml.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text = '']) => unescape(text)).join('');

/** The visible texts of the first sheet. */
export const textsOf = (bytes: Buffer): string[][] => cellsOf(bytes).map((row) => row.map(({ value }) => value));
