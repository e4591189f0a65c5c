import { Readable } from 'node:stream';
import type { Blob, OrgContext } from '../../context/server/context.ts';
import { SHEET_FORMATS, type SheetFormat } from '../../sheets/server/formats.ts';
import type { Sheet } from '../../sheets/server/sheet.ts';
import { digested, markRows, type FileMark } from './file-mark.ts';

/** The sheet of a workbook that says where it comes from. */
export const markSheet = (mark: FileMark): Sheet => ({
  name: '说明',
  columns: ['项目', '内容'].map((header) => ({ header, cell: 'text' })),
  rows: markRows(mark),
});

/** The name of a file that has no place for its code inside. */
export const markedName = (fileName: string, { code }: FileMark): string =>
  fileName.replace(/(\.\w+)?$/, (ending) => `_校验码${code}${ending}`);

/** Tables as a file that carries its mark: on a sheet of its own, or in the name of a CSV, which has one table. */
export function markedSheet(
  ctx: OrgContext,
  mark: FileMark,
  {
    format,
    fileName,
    sheets: [first, ...further],
  }: { format: SheetFormat; fileName: string; sheets: [Sheet, ...Sheet[]] },
): Blob {
  const { type, write } = SHEET_FORMATS[format];
  const isBook = format === 'xlsx';
  const pieces = write(first, isBook ? [...further, markSheet(mark)] : []);
  return {
    contentType: type,
    fileName: isBook ? fileName : markedName(fileName, mark),
    body: Readable.from(digested(ctx, mark, pieces), { objectMode: false }),
  };
}
