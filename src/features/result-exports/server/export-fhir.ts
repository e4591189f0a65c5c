import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { encryptReason } from '../../../platform/resources/server/encrypted-fields.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource, wireRows } from '../../../platform/resources/server/reading.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { packing, startPacking, type Packed, type Packing } from '../../exports/server/public.ts';
import { packsOf, readState } from '../../screening/server/public.ts';
import { requireChild, studentHooks } from '../../students/server/public.ts';
import { bundleOf, type ReferredSheet } from './fhir-bundle.ts';
import { resultsOfSheets, sheetsOfIds, type ExportedResult, type ExportedSheet } from './queries.ts';
import { requireExport } from './require-export.ts';

/** `async_file`: screening data for a hospital. */
const REFERRAL = 7;

/** Packs of a submitted sheet that a hospital is given. */
interface Chosen {
  child_exam_id: string;
  scale_ids: readonly string[];
}

const NOTHING = '没有选择要提供的答卷或量表';
const NO_SHEET = '没有这份已提交的答卷，或者已撤回同意';

/** Why a sheet cannot be given. */
function problemOf(sheet: ExportedSheet | undefined, results: readonly ExportedResult[]): string | undefined {
  if (sheet === undefined) return NO_SHEET;
  if (sheet.scored_at === null) return '答卷还没有计分';
  return results.some(({ valid }) => !valid) ? '所选量表按规则作废，不能用于转介' : undefined;
}

/** The chosen packs of a child's sheets with their results. @throws AppError PSY_INVALID_INPUT for what cannot be given */
async function referredSheets(ctx: OrgContext, childId: string, chosen: readonly Chosen[]): Promise<ReferredSheet[]> {
  const empty = chosen.findIndex(({ scale_ids }) => scale_ids.length === 0);
  if (chosen.length === 0) throw invalidWithMessage('/sheets', NOTHING);
  if (empty >= 0) throw invalidWithMessage(`/sheets/${empty}/scale_ids`, NOTHING);
  const { actor, services } = ctx;
  const scope = services.access.scope(actor, 'student');
  const ids = chosen.map(({ child_exam_id }) => child_exam_id);
  const [found, results] = await ctx.read([sheetsOfIds(actor.orgId, scope, ids), resultsOfSheets(actor.orgId, ids)]);
  const keys = await services.keys.ring(actor.orgId);
  return chosen.map(({ child_exam_id: id, scale_ids }, i) => {
    const sheet = found.find((one) => one.child_exam_id === id && one.child_id === childId);
    const own = results.filter((one) => one.child_exam_id === id && scale_ids.includes(one.scale_id));
    const problem = problemOf(sheet, own);
    if (sheet === undefined || problem !== undefined)
      throw invalidWithMessage(`/sheets/${i}/child_exam_id`, problem ?? NO_SHEET);
    const packs = packsOf(services, actor.orgId, sheet).filter((pack) => scale_ids.includes(pack.id));
    if (packs.length < scale_ids.length) throw invalidWithMessage(`/sheets/${i}/scale_ids`, '答卷里没有这个量表');
    return { sheet, results: own, state: readState(keys, sheet), packs };
  });
}

/** Ids of a job are texts: a sheet with its packs. */
const toId = ({ child_exam_id, scale_ids }: Chosen) => [child_exam_id, ...scale_ids].join(' ');
function fromId(id: string): Chosen {
  const [child_exam_id = '', ...scale_ids] = id.split(' ');
  return { child_exam_id, scale_ids };
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
  const bundle = bundleOf({ mark, student, sheets: await referredSheets(ctx, childId, ids.map(fromId)) });
  if (!(await done(1))) return undefined;
  return { bytes: Buffer.from(JSON.stringify(bundle, null, 2)), childIds: [childId] };
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
  { id, sheets: chosen, reason }: { id: string; sheets: readonly Chosen[]; reason: string },
): Promise<{ task_id: string }> {
  requireExport(ctx);
  const bound = inTransaction(ctx, tx);
  const childId = await requireChild(bound, id);
  const sheets = await referredSheets(bound, childId, chosen);
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
          child_exam_ids: chosen.map(({ child_exam_id }) => child_exam_id),
          scale_ids: [...new Set(chosen.flatMap(({ scale_ids }) => scale_ids))],
          ...(await encryptReason(bound.services.keys, ctx.actor.orgId, childId, reason)),
        },
      },
    ],
    ids: [childId, ...chosen.map(toId)],
    about: sheets.map(({ sheet }) => sheet.exam_id),
  });
}
