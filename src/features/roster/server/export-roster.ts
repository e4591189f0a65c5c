import type { Blob, OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { digestedBytes, markFile, type FileMark, type Maker } from '../../../platform/file-codes/server/file-mark.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { packing, reachOf, requireSameReach, startPacking, type Pack } from '../../exports/server/public.ts';
import { buildRoster, requireWhole } from './build-roster.ts';
import { writeRoster } from './write-roster.ts';

/** `async_file`: the roster for another system. */
const ROSTER_FILE = 9;
const AREA = 'org-manage/roster' as const;
const KIND = 'roster' as const;

const fileNameOf = (ctx: OrgContext) => `名册_${dayOf(ctx.now())}.zip`;
const entryOf = (fileName: string) => ({
  act: 'export',
  resource: 'roster',
  rowId: '*',
  rowLabel: '全校名册',
  after: { file_name: fileName },
});

const pack: Pack = async (ctx, [reach], { mark, stop, done }) => {
  requireSameReach(ctx, reach);
  const { roster, childIds } = await buildRoster(ctx);
  stop.throwIfAborted();
  const bytes = await writeRoster(roster, mark.code, new Date(mark.at).toISOString());
  return (await done(1)) ? { bytes, childIds } : undefined;
};

export const rosterJob = packing('export-roster', pack);

/** Queues the roster as a file in the caller's list of exports. @throws AppError AC_FORBIDDEN, AC_TOO_MANY_REQUESTS */
export async function exportRoster(ctx: OrgContext, tx: Tx, requester: Requester): Promise<{ task_id: string }> {
  requireWhole(ctx);
  const fileName = fileNameOf(ctx);
  const reach = reachOf(ctx);
  return startPacking(ctx, tx, requester, rosterJob, {
    type: ROSTER_FILE,
    kind: KIND,
    area: AREA,
    fileName,
    total: 1,
    entries: [entryOf(fileName)],
    ids: [reach],
    about: [reach],
  });
}

/** Logs that the roster leaves as an answer, before it is built. @param maker `makerOf`, read before the transaction */
export function markRoster(ctx: OrgContext, tx: Tx, maker: Maker): Promise<FileMark> {
  requireWhole(ctx);
  return markFile(ctx, tx, maker, KIND, entryOf(fileNameOf(ctx)));
}

/** The roster as an answer, for systems. @throws AppError AC_FORBIDDEN */
export async function rosterFile(ctx: OrgContext, mark: FileMark): Promise<Blob> {
  const { roster } = await buildRoster(ctx);
  const bytes = await writeRoster(roster, mark.code, ctx.nowIso());
  return { contentType: 'application/zip', fileName: fileNameOf(ctx), body: await digestedBytes(ctx, mark, bytes) };
}
