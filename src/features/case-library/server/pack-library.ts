import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { markedPdf } from '../../../platform/file-codes/server/marked-pdf.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { cleanFileName } from '../../../platform/media/attachments.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import {
  packing,
  packingOfFiles,
  startPacking,
  type ExportRefusal,
  type Packing,
} from '../../exports/server/public.ts';
import { printLibraryCase } from './print-library-case.ts';
import * as store from './queries.ts';
import { decryptTexts } from './texts.ts';

/** `async_file`: the case library (`spec §3`). */
const CASE_LIBRARY = 3;
const AREA = 'case-library/file';
const GONE = '打包之后，有案例已移出案例库';

/** Released cases as PDFs; undefined when the export was cancelled. */
async function filesOf(ctx: OrgContext, ids: readonly string[], { mark, stop }: Packing) {
  const {
    actor: { orgId },
    services: { keys },
  } = ctx;
  const [found] = await ctx.read([store.releasedCases(orgId, ids)]);
  const files = [];
  for (const one of found) {
    if (stop.aborted) return undefined;
    const texts = await decryptTexts(keys, orgId, one);
    files.push({
      name: cleanFileName(`${texts.title}.pdf`),
      bytes: await markedPdf(ctx, mark, printLibraryCase(one, texts)),
    });
  }
  return files;
}

/** One case. */
export const libraryFileJob = packing('export-library-case', async (ctx, ids, work) => {
  const files = await filesOf(ctx, ids, work);
  if (!files) return undefined;
  const [file] = files;
  if (!file) throw new AppError('PSY_NOT_FOUND', { message: '这个案例已移出案例库' });
  return (await work.done(1)) ? { bytes: file.bytes, childIds: [] } : undefined;
});
/** Several cases. A file names no student, so that none stands in its parts. */
export const libraryFilesJob = packingOfFiles('export-library', filesOf);

/**
 * Queues released cases as a file: one as a PDF, several as a ZIP.
 *
 * @throws AppError PSY_NOT_FOUND when one is not released; AC_TOO_MANY_REQUESTS
 */
export async function packLibrary(
  ctx: OrgContext,
  tx: Tx,
  requester: Requester,
  ids: readonly string[],
): Promise<{ task_id: string }> {
  const found = await tx.run(store.releasedCases(ctx.actor.orgId, ids));
  if (found.length < ids.length)
    throw new AppError('PSY_NOT_FOUND', { message: '有案例不在案例库里，请刷新后重新选择' });
  const day = dayOf(ctx.now());
  return startPacking(ctx, tx, requester, ids.length === 1 ? libraryFileJob : libraryFilesJob, {
    type: CASE_LIBRARY,
    kind: 'case_library',
    area: AREA,
    fileName: ids.length === 1 ? `案例_${day}.pdf` : `案例库_${day}_${ids.length}个.zip`,
    total: ids.length,
    entries: ids.map((rowId) => ({ act: 'export', resource: 'library-case', rowId })),
    ids,
    about: ids,
  });
}

/** Refuses a download when one of its cases was taken out since. */
export const refuseTakenOut: ExportRefusal = async (ctx, { about }) => {
  const [found] = await ctx.read([store.releasedCases(ctx.actor.orgId, about)]);
  return found.length < about.length ? GONE : undefined;
};
