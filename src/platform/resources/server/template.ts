import type { Blob, OrgContext } from '../../context/server/context.ts';
import { IMPORT_KEPT_DAYS, IMPORT_ROWS_MAX } from '../../imports/contract.ts';
import { codeLabels, guideOf } from '../../schema/sheet-guide.ts';
import { importColumns } from '../../schema/sheet.ts';
import { keyOf } from '../../schema/types.ts';
import { writeTemplate } from '../../sheets/server/write-template.ts';
import { XLSX_TYPE } from '../../sheets/server/write-xlsx.ts';
import { choicesFor } from './choices.ts';
import type { ResourceHooks } from './hooks.ts';
import { resolveResource, requireImportable } from './reading.ts';

/** Rows of the template that have drop-downs; more may be filled in. */
const ROWS = 5000;

/** A workbook to fill in and import, by the tenant's schema of the resource, with the choices that the caller has. */
export async function templateOf(ctx: OrgContext, name: string, hooks: ResourceHooks): Promise<Blob> {
  const { entity } = resolveResource(ctx, name, hooks);
  const { schema } = entity;
  requireImportable(entity);
  const choices = await choicesFor(ctx, schema);
  const all = importColumns(schema);
  const columns = all.map((column) => {
    // Only codes that apply to this organisation, where that is known.
    const here = choices.get(column.field)?.names ?? [];
    const names = here.length > 0 ? here : codeLabels(column.schema);
    return { ...guideOf(schema, column, names), cell: column.cell };
  });
  const key = keyOf(schema)
    .map((field) => all.find((column) => column.field === field)?.header ?? field)
    .join('、');
  const body = await writeTemplate({
    title: schema.title,
    columns,
    rows: ROWS,
    notes: [
      `在“${schema.title}”工作表中从第 2 行起填写，每行一个${schema.title}，一次最多 ${IMPORT_ROWS_MAX.toLocaleString('en')} 行。红色的列必填，列的先后可以调整，用不到的选填列可以删去。`,
      `凭“${key}”认出已有的${schema.title}：已有的会修改，没有的会新增。已有的${schema.title}，空着的格子表示不修改。`,
      `上传后先看预览，确认以后才写入；写入以后 ${IMPORT_KEPT_DAYS} 天内可以撤销。`,
    ],
  });
  return {
    contentType: XLSX_TYPE,
    fileName: `${schema.title}导入模板.xlsx`,
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  };
}
