import type { Blob, OrgContext } from '../../context/server/context.ts';
import { AppError } from '../../errors/app-error.ts';
import { ERROR_HEADER } from '../../schema/sheet-header.ts';
import type { Found } from '../../sheets/server/messages.ts';
import { CSV_TYPE } from '../../sheets/server/write-csv.ts';
import { XLSX_TYPE } from '../../sheets/server/write-xlsx.ts';
import { importFileLocation, lineCipher } from './encrypted-lines.ts';
import { unclearIn } from './find.ts';
import { wrongRows } from './queries/import-rows.ts';
import { fileOf, type ImportFacts } from './queries/imports.ts';
import { rowOfLine } from './spread.ts';

/**
 * The uploaded file with one more column that describes the errors of each row. @throws AppError PSY_NOT_FOUND where
 * the file has been deleted; AC_FORBIDDEN where it has columns that the caller does not see, or sees masked
 */
export async function annotatedFile(ctx: OrgContext, facts: ImportFacts): Promise<Blob> {
  const unclear = unclearIn(ctx, facts);
  if (unclear) {
    const what = unclear.hidden ? '无权查看的列' : '仅可查看脱敏内容的列';
    throw new AppError('AC_FORBIDDEN', { message: `文件中有您的角色${what}，请由上传的人下载` });
  }
  const { import_id, resource } = facts;
  const {
    actor: { orgId },
    services: { keys, sheets },
  } = ctx;
  const [[stored], rows] = await ctx.read([fileOf(orgId, import_id), wrongRows(orgId, import_id)]);
  if (!stored?.file || !stored.found) throw new AppError('PSY_NOT_FOUND', { message: '原文件已经不在了，请重新上传' });
  const [cipher, file] = [
    await lineCipher(ctx, resource, import_id),
    await keys.decryptBytes(orgId, stored.file, importFileLocation(import_id)),
  ];
  const body = await sheets.annotate(
    new Uint8Array(file),
    stored.found,
    ERROR_HEADER,
    textsByRow(stored.found, rows.map(cipher.open)),
  );
  const isBook = file[0] === 0x50;
  return {
    contentType: isBook ? XLSX_TYPE : CSV_TYPE,
    fileName: `${stored.file_name.replace(/(_错误说明)?(\.\w+)?$/, '')}_错误说明.${isBook ? 'xlsx' : 'csv'}`,
    body,
  };
}

/** The messages of the lines in each row of the file. */
function textsByRow(
  found: Found,
  lines: readonly { row_no: number; messages: string[] | null }[],
): [no: number, text: string][] {
  const texts = new Map<number, string[]>();
  for (const { row_no, messages } of lines) {
    const no = rowOfLine(found, row_no);
    texts.set(no, [...(texts.get(no) ?? []), ...(messages ?? [])]);
  }
  return [...texts].map(([no, all]) => [no, [...new Set(all)].join('；')]);
}
