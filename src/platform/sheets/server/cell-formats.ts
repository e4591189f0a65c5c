import { isDateFormat } from 'hucre';
import { attributeOf, XmlScanner } from '../../xml/server/xml-scanner.ts';
import { FORMATS_MAX, tooBig, unreadable } from './limits.ts';

/** Which cell formats of a workbook show a date, by their index. @throws UnusableFile */
export async function readDateFormats(pieces: AsyncIterable<Uint8Array>): Promise<ReadonlySet<number>> {
  const codes = new Map<string, string>();
  const formats: string[] = [];
  let inCells = false;
  const scanner = new XmlScanner(
    {
      open: (name, tag) => {
        if (name === 'cellXfs') inCells = true;
        if (name === 'numFmt') codes.set(attributeOf(tag, 'numFmtId') ?? '', attributeOf(tag, 'formatCode') ?? '');
        if (name === 'xf' && inCells) formats.push(attributeOf(tag, 'numFmtId') ?? '0');
        if (formats.length > FORMATS_MAX || codes.size > FORMATS_MAX) throw tooBig();
      },
      text: () => undefined,
      close: (name) => {
        if (name === 'cellXfs') inCells = false;
      },
    },
    { tooLong: tooBig, broken: unreadable },
  );
  const decoder = new TextDecoder();
  for await (const piece of pieces) scanner.push(decoder.decode(piece, { stream: true }));
  scanner.end();
  const known = new Map<string, boolean>();
  const isDate = (id: string) => {
    const found = known.get(id) ?? isDateFormat(codes.get(id) ?? id);
    known.set(id, found);
    return found;
  };
  return new Set(formats.flatMap((id, i) => (isDate(id) ? [i] : [])));
}
