import type { Blob } from '../../../../platform/context/server/context.ts';
import { writeTemplate } from '../../../../platform/sheets/server/write-template.ts';
import { XLSX_TYPE } from '../../../../platform/sheets/server/write-xlsx.ts';
import { ORG_COLUMNS } from './sheet-columns.ts';

/** Rows of the template that have drop-downs; more may be filled in. */
const ROWS = 200;

/** The empty sheet of new organisations. @param next What to do with the filled sheet */
export const templateBytes = (next: string): Promise<Uint8Array> =>
  writeTemplate({
    title: '单位',
    columns: ORG_COLUMNS,
    rows: ROWS,
    notes: ['每行一个单位。红色标题的列必填；先写机构，再写它的学校。', next],
  });

/** The template as a download of the page. */
export async function sheetTemplate(): Promise<Blob> {
  const body = await templateBytes('填好以后在单位管理中上传：先看预览，确认以后才新建。');
  return {
    contentType: XLSX_TYPE,
    fileName: '新单位模板.xlsx',
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  };
}
