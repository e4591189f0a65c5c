import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { encryptReason } from '../../../platform/resources/server/encrypted-fields.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource, wireRows } from '../../../platform/resources/server/reading.ts';
import { dayOf } from '../../../platform/schema/sheet.ts';
import { packing, startPacking, type Packed, type Packing } from '../../exports/server/public.ts';
import { packsOf, readState } from '../../screening/server/public.ts';
import { requireChild, studentHooks } from '../../students/server/public.ts';
import { bundleOf, type ReferredSheet } from './fhir-bundle.ts';
import { resultsOfSheets, sheetsOfIds } from './queries.ts';
import { requireExport } from './require-export.ts';

/** `async_file`: screening data for a hospital. */
const REFERRAL = 7;

/** The chosen sheets of a child with their results. @throws AppError PSY_INVALID_INPUT for one that cannot be given */
async function referredSheets(ctx: OrgContext, childId: string, ids: readonly string[]): Promise<ReferredSheet[]> {
  const { actor, services } = ctx;
  const scope = services.access.scope(actor, 'student');
  const [found, results] = await ctx.read([sheetsOfIds(actor.orgId, scope, ids), resultsOfSheets(actor.orgId, ids)]);
  const keys = await services.keys.ring(actor.orgId);
  return ids.map((id) => {
    const sheet = found.find((one) => one.child_exam_id === id && one.child_id === childId);
    const own = results.filter((result) => result.child_exam_id === id);
    const message =
      sheet === undefined
        ? '没有这份已提交的答卷，或者已撤回同意'
        : sheet.scored_at === null
          ? '答卷还没有计分'
          : own.some(({ valid }) => !valid)
            ? '答卷按量表的规则作废，不能用于转介'
            : undefined;
    if (sheet === undefined || message !== undefined)
      throw new AppError('PSY_INVALID_INPUT', {
        message: message ?? '没有这份答卷',
        details: [{ field: '/child_exam_ids', message: message ?? '没有这份答卷' }],
      });
    return { sheet, results: own, state: readState(keys, sheet), packs: packsOf(services, actor.orgId, sheet) };
  });
}

async function pack(
  ctx: OrgContext,
  [childId = '', ...ids]: readonly string[],
  { mark, done }: Packing,
): Promise<Packed | undefined> {
  requireExport(ctx);
  const { entity, rows, tenant } = resolveResource(ctx, 'student', studentHooks);
  const [stored] = await ctx.services.db.read(tenant, [rowsOfIds(rows, [childId])]);
  const [student] = await wireRows(ctx, entity, stored);
  if (!student) throw new AppError('PSY_NOT_FOUND');
  const bundle = bundleOf({ mark, student, sheets: await referredSheets(ctx, childId, ids) });
  if (!(await done(1))) return undefined;
  return { bytes: Buffer.from(JSON.stringify(bundle, null, 2)) };
}

export const fhirJob = packing('export-fhir', pack);

/**
 * Queues the data of chosen sheets of a student for a hospital. The log has the disclosure and its reason.
 *
 * @throws AppError `notFoundInScope`; PSY_INVALID_INPUT for a sheet of another child, a withdrawn or void one;
 *   AC_FORBIDDEN, AC_TOO_MANY_REQUESTS
 */
export async function exportFhir(
  ctx: OrgContext,
  tx: Tx,
  requester: Requester,
  { id, child_exam_ids: ids, reason }: { id: string; child_exam_ids: readonly string[]; reason: string },
): Promise<{ task_id: string }> {
  requireExport(ctx);
  const bound = inTransaction(ctx, tx);
  const childId = await requireChild(bound, id);
  const sheets = await referredSheets(bound, childId, ids);
  return startPacking(ctx, tx, requester, fhirJob, {
    type: REFERRAL,
    kind: 'fhir',
    area: 'screening/result/export',
    fileName: `转介测评资料_${dayOf(ctx.now())}.json`,
    total: 1,
    entries: [
      {
        act: 'export',
        resource: 'student',
        rowId: childId,
        rowLabel: sheets.map(({ sheet }) => sheet.exam_name).join('、'),
        after: {
          file_name: '转介测评资料',
          child_exam_ids: ids,
          ...(await encryptReason(bound.services.keys, ctx.actor.orgId, childId, reason)),
        },
      },
    ],
    ids: [childId, ...ids],
  });
}
