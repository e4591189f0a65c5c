import { setImmediate as othersTurn } from 'node:timers/promises';
import { zipSync, type Zippable } from 'fflate';
import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { withActor } from '../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { digestOf, markFoot } from '../../../platform/file-codes/server/file-mark.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { cleanFileName } from '../../../platform/media/attachments.ts';
import { pdfWriter } from '../../../platform/pdf/server/write-pdf.ts';
import { childrenNamed } from '../../../platform/resources/server/queries/children.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { dayOf } from '../../../platform/schema/sheet.ts';
import { packing, startPacking, type Packed, type Packing } from '../../exports/server/public.ts';
import { NOT_REACHED_CHILD, studentHooks } from '../../students/server/public.ts';
import { ARCHIVES_MAX } from '../contract.ts';
import { studentArchive } from './child-archive.ts';

/** `async_file`: archives of several students. */
const GROUP_ARCHIVES = 1;

/**
 * Checks the requester's current rights, so that a role or right lost since the request ends the job.
 *
 * @throws AppError
 */
async function requireCurrentRights(ctx: OrgContext): Promise<OrgContext> {
  const {
    caller,
    actor: { orgId, orgType, roleId },
    services: { access },
  } = ctx;
  const actor = await access.resolveActor(caller.userId, { orgId, orgType: String(orgType), roleId: String(roleId) });
  if (!access.decide(actor, 'student/archive', 'export')) throw new AppError('AC_FORBIDDEN');
  return withActor(ctx, actor);
}

async function pack(
  ctx: OrgContext,
  childIds: readonly string[],
  { mark, stop, done }: Packing,
): Promise<Packed | undefined> {
  const write = await pdfWriter();
  const files: Zippable = {};
  for (const [i, childId] of childIds.entries()) {
    if (stop.aborted) return undefined;
    const archive = await studentArchive(await requireCurrentRights(ctx), childId, mark);
    if (archive) files[cleanFileName(`${archive.name}.pdf`)] = write({ ...archive.document, mark: markFoot(mark) });
    if (!(await done(i + 1))) return undefined;
    await othersTurn();
  }
  return { bytes: zipSync(files, { level: 0 }), digests: pdfs(files).map(digestOf) };
}

const pdfs = (files: Zippable): Uint8Array[] => Object.values(files).filter((file) => file instanceof Uint8Array);

export const archivesJob = packing('export-archives', pack);

/**
 * Queues the archives of students. The audit log records each disclosure before any data is packed.
 *
 * @param ids of children or enrolments
 * @throws AppError PSY_INVALID_INPUT; `notFoundInScope` when any student is out of scope; AC_TOO_MANY_REQUESTS
 */
export async function packArchives(
  ctx: OrgContext,
  tx: Tx,
  requester: Requester,
  ids: readonly string[],
): Promise<{ task_id: string }> {
  const {
    actor: { orgId },
    services: { clock },
  } = ctx;
  const wanted = [...new Set(ids)];
  if (wanted.length > ARCHIVES_MAX)
    throw new AppError('PSY_INVALID_INPUT', {
      message: `一次最多打包 ${ARCHIVES_MAX} 名学生`,
      details: [{ field: '/student_ids', message: `最多 ${ARCHIVES_MAX} 名学生` }],
    });
  const { rows } = resolveResource(ctx, 'student', studentHooks);
  const named = await tx.run(childrenNamed(orgId, wanted));
  const found = await tx.run(
    rowsOfIds(
      rows,
      named.map(({ child_id }) => child_id),
    ),
  );
  if (found.length === 0 || found.length < wanted.length)
    throw notFoundInScope(rows.scope, { message: NOT_REACHED_CHILD });
  const childIds = found.map((row) => String(row['child_id']));
  const disclosures = found.map((row) => ({
    act: 'export',
    resource: 'student',
    rowId: String(row['child_id']),
    rowLabel: String(row['child_name']),
    after: { file_name: '学生档案' },
  }));
  return startPacking(ctx, tx, requester, archivesJob, {
    type: GROUP_ARCHIVES,
    kind: 'archives',
    area: 'student/archive',
    total: childIds.length,
    fileName: `学生档案_${dayOf(clock.now())}_${childIds.length}人.zip`,
    entries: disclosures,
    ids: childIds,
  });
}
