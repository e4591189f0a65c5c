import type { ArchiveCurve } from '../../../platform/archive/contract.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { compareResults, type ComparedResult } from '../rules/compare-results.ts';
import type { ScoredDimension } from '../rules/scales/score.ts';
import { resultsOf } from './queries/results.ts';
import { sheetsByIds, type StoredSheet } from './queries/sheets.ts';
import { heldAmong } from './sheets/read-result.ts';
import { viewOf } from './sheets/result-view.ts';
import { packsOf } from './sheets/sheet-packs.ts';

/** The first dimension of every pack. */
const TOTAL = 'total';
/** Most sheets that are read for the curves of a student, the latest ones. */
const SHEETS = 30;

type Sheet = StoredSheet & { submitted_at: string };

interface Scored {
  sheet: Sheet;
  score: number;
  compared: ComparedResult;
}

/** Sheets whose scores the caller may see, with their results in force. */
async function shownSheets(ctx: OrgContext, ids: readonly string[]) {
  const { actor, services } = ctx;
  const [found, results] = await ctx.read([
    sheetsByIds(actor.orgId, services.access.scope(actor, 'student'), ids),
    resultsOf(actor.orgId, ids),
  ]);
  const view = 'scores';
  const sheets = found.filter(
    (sheet): sheet is Sheet =>
      sheet.submitted_at !== null && sheet.withdrawn_at === null && viewOf(ctx, sheet.visibility) === view,
  );
  const positive = new Set(results.flatMap((result) => (result.positive ? [result.child_exam_id] : [])));
  const held = await heldAmong(ctx, sheets, { view, positive });
  return sheets
    .filter(({ child_exam_id }) => !held.has(child_exam_id))
    .map((sheet) => ({ sheet, results: results.filter((one) => one.child_exam_id === sheet.child_exam_id) }));
}

/** The totals of a sheet that have a score. */
function scoredOf(
  { actor: { orgId }, services }: OrgContext,
  { sheet, results }: Awaited<ReturnType<typeof shownSheets>>[number],
): Scored[] {
  return packsOf(services, orgId, sheet).flatMap(({ id }) => {
    const result = results.find(({ scale_id }) => scale_id === id);
    if (result === undefined) return [];
    const dimensions = result.dimensions as ScoredDimension[];
    const score = dimensions.find(({ dimension_id }) => dimension_id === TOTAL)?.score;
    const pack = services.packs.packOf(orgId, id, result.version);
    if (typeof score !== 'number' || pack.kind === 'questionnaire') return [];
    const { wording, norm_set, source, valid } = result;
    return [{ sheet, score, compared: { pack, exam_id: sheet.exam_id, wording, norm_set, source, valid, dimensions } }];
  });
}

/** The results that may be compared with the latest valid one, the oldest first. */
function curveOf(results: readonly Scored[]): ArchiveCurve | undefined {
  const [latest, ...former] = results.filter(({ compared }) => compared.valid);
  if (!latest) return undefined;
  const kept = [latest, ...former.filter((one) => compareResults(one.compared, latest.compared).comparable)];
  if (kept.length < 2) return undefined;
  return {
    curve_id: latest.compared.pack.id,
    title: latest.compared.pack.title,
    points: kept.toReversed().map(({ sheet: { child_exam_id, exam_id, exam_name, submitted_at }, score }) => ({
      point_id: child_exam_id,
      at: submitted_at,
      label: exam_name,
      value: score,
      path: `/exam/personal-report/show/${exam_id}/${child_exam_id}`,
    })),
    left_out: results.length - kept.length,
  };
}

/**
 * The totals of a student over the years, one curve for each scale with two comparable results. The caller must have
 * checked `screening/result`.
 *
 * @param ids of submitted sheets, the latest first
 */
export async function scoreCurves(ctx: OrgContext, ids: readonly string[]): Promise<ArchiveCurve[]> {
  const sheets = ids.length === 0 ? [] : await shownSheets(ctx, ids.slice(0, SHEETS));
  const scored = sheets
    .flatMap((sheet) => scoredOf(ctx, sheet))
    .toSorted((a, b) => Date.parse(b.sheet.submitted_at) - Date.parse(a.sheet.submitted_at));
  const scales = new Set(scored.map(({ compared }) => compared.pack.id));
  return [...scales].flatMap((id) => curveOf(scored.filter(({ compared }) => compared.pack.id === id)) ?? []);
}
