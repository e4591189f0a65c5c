import { UnusableFile } from './messages.ts';

const MIB = 2 ** 20;

/** Longest text of a cell, in UTF-16 units: the limit of Excel itself. */
export const CELL_MAX = 32_767;
/** Columns of a sheet: the limit of Excel itself. */
export const COLUMNS_MAX = 16_384;
/** Rows of a sheet: the limit of Excel itself. */
export const ROWS_MAX = 1_048_576;
/** Text in the cells of one row, in UTF-16 units. */
export const ROW_TEXT_MAX = MIB / 2;
/** Source text of one row, with its tags; the annotation of a file holds one row at a time. */
export const ROW_SOURCE_MAX = 4 * MIB;
/** Text of all imported cells of a file, in UTF-16 units: 50,000 rows of 40 columns have 32 each. */
export const FILE_TEXT_MAX = 64 * MIB;
/** Length of a cell that counts as long: no field takes more. */
export const LONG_CELL = 2000;
/** Text of all imported cells beyond that length: few files have many long cells, and each costs the database most. */
export const LONG_TEXT_MAX = MIB / 2;
/** Text of all cells of a sheet, also of columns that are not imported. */
export const SHEET_TEXT_MAX = 256 * MIB;

/** Text of all tables of an archive of CSV files, in UTF-16 units: 50,000 people with roles and classes have 13 million. */
export const ARCHIVE_TEXT_MAX = 32 * MIB;

/** Maximum unpacked bytes of each part that is read. */
export const SHARES = { workbook: 4 * MIB, styles: 32 * MIB, strings: 128 * MIB, sheet: 160 * MIB };
/** Maximum unpacked bytes of a file, as it declares them, with the parts that are not read. */
export const UNPACKED_MAX = 320 * MIB;
export const PARTS_MAX = 2000;
/** Unpacked bytes for each packed byte. Sheets of formatted empty rows reach 60; only crafted ones reach 1000. */
export const RATIO_MAX = 250;
/** Unpacked bytes from which the ratio counts. */
export const RATIO_FROM = 2 * MIB;

/** Different texts of a workbook: 50,000 rows with 24 columns in which no text repeats. */
export const STRINGS_MAX = 1_200_000;
/** UTF-8 bytes of the different texts of a workbook. */
export const STRINGS_BYTES_MAX = 64 * MIB;
/** Cell formats of a workbook: the limit of Excel itself. */
export const FORMATS_MAX = 65_490;

export const tooBig = () => new UnusableFile('这个文件解开后太大，不能导入：请只保留要导入的工作表，另存后再上传');
export const damaged = () => new UnusableFile('文件已损坏，打不开：请用表格软件重新另存为 .xlsx 后再上传');
export const unreadable = () => new UnusableFile('工作簿的内容已损坏，读不出来：请用表格软件重新另存为 .xlsx 后再上传');

/** Rows in which the header is searched, without empty ones. */
export const HEAD_ROWS = 20;

export const tooManyRows = (max: number) =>
  new UnusableFile(`一次最多导入 ${max.toLocaleString('en')} 行，请分成几个文件`);

/** @param row Its number from 1; undefined where the text is stored apart from its cell */
export const cellTooLong = (row?: number) =>
  new UnusableFile(
    `${row === undefined ? '文件里' : `第 ${row} 行`}有一个单元格超过 ${CELL_MAX.toLocaleString('en')} 个字符，不能导入：请删减后再上传`,
  );
export const rowTooLong = (row: number) =>
  new UnusableFile(`第 ${row} 行的内容太多，不能导入：请只保留要导入的列，另存后再上传`);
