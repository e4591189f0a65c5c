import type { SheetWriter } from './sheet.ts';
import { CSV_TYPE, writeCsv } from './write-csv.ts';
import { writeXlsx, XLSX_TYPE } from './write-xlsx.ts';

/** The formats of an exported table. */
export const SHEET_FORMATS = {
  xlsx: { type: XLSX_TYPE, write: writeXlsx },
  csv: { type: CSV_TYPE, write: writeCsv },
} as const satisfies Record<string, { type: string; write: SheetWriter }>;
export type SheetFormat = keyof typeof SHEET_FORMATS;
