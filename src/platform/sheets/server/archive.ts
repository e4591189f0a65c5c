import { attributeOf, XmlScanner } from '../../xml/server/xml-scanner.ts';
import { damaged, SHARES, unreadable } from './limits.ts';
import { UnusableFile } from './messages.ts';
import { partsOf, unpacked, type Part } from './zip-directory.ts';

/** A workbook whose parts are still packed. */
export interface Archive {
  parts: ReadonlyMap<string, Part>;
  /** In the order of the workbook. */
  sheets: readonly { path: string; hidden: boolean }[];
  strings: Part | undefined;
  styles: Part | undefined;
  /** Whether days are counted from 1904. */
  from1904: boolean;
}

const notABook = () => new UnusableFile('这不是 Excel 工作簿：请上传 .xlsx 或 .csv 文件');

/** Unpacks only the list of sheets; everything else stays packed until it is read. @throws UnusableFile */
export async function openArchive(bytes: Uint8Array<ArrayBuffer>): Promise<Archive> {
  const parts = partsOf(bytes);
  const book = parts.get('xl/workbook.xml');
  if (!book || !parts.has('[Content_Types].xml')) throw notABook();
  const targets = new Map<string, { path: string; type: string }>();
  await readTags(parts.get('xl/_rels/workbook.xml.rels'), (name, tag) => {
    if (name !== 'Relationship') return;
    const target = attributeOf(tag, 'Target') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
    targets.set(attributeOf(tag, 'Id') ?? '', { path, type: attributeOf(tag, 'Type') ?? '' });
  });
  const sheets: { path: string; hidden: boolean }[] = [];
  let from1904 = false;
  await readTags(book, (name, tag) => {
    if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributeOf(tag, 'date1904') ?? '');
    if (name !== 'sheet') return;
    const id = attributeOf(tag, 'r:id') ?? attributeOf(tag, '\\w+:id') ?? '';
    const hidden = /^(hidden|veryHidden)$/.test(attributeOf(tag, 'state') ?? '');
    sheets.push({ path: targets.get(id)?.path ?? '', hidden });
  });
  if (sheets.length === 0) throw notABook();
  // A part that stands for many sheets would be read as often.
  if (new Set(sheets.map(({ path }) => path)).size < sheets.length) throw damaged();
  const typed = (type: string) =>
    parts.get([...targets.values()].find((target) => target.type.endsWith(`/${type}`))?.path ?? '');
  return { parts, sheets, strings: typed('sharedStrings'), styles: typed('styles'), from1904 };
}

async function readTags(part: Part | undefined, open: (name: string, tag: string) => void): Promise<void> {
  if (!part) return;
  const scanner = new XmlScanner(
    { open, text: () => undefined, close: () => undefined },
    { tooLong: damaged, broken: unreadable },
  );
  const decoder = new TextDecoder();
  for await (const piece of unpacked(part, SHARES.workbook)) scanner.push(decoder.decode(piece, { stream: true }));
  scanner.end();
}
