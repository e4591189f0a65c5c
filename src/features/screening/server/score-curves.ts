import type { ArchiveCurve } from '../../../platform/archive/contract.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ScaleResult, SheetResult } from '../contract/sheets.ts';
import { compareResults, type ComparedResult } from '../rules/compare-results.ts';
import { readResult } from './sheets/read-result.ts';

/** The first dimension of every pack. */
const TOTAL = 'total';
/** Most sheets that are read for the curves of a student, the latest ones. */
const SHEETS = 30;

interface Scored {
  result: SheetResult;
  scale: ScaleResult;
  score: number;
  compared: ComparedResult;
}

/** The result of a sheet, as far as the caller may see it; undefined where the plan shows it nothing. */
const shownResult = (ctx: OrgContext, id: string): Promise<SheetResult | undefined> =>
  readResult(ctx, id).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });

/** The total of a scale, where the caller sees scores and there is one. */
function scoredOf({ actor: { orgId }, services: { packs } }: OrgContext, result: SheetResult): Scored[] {
  return result.scales.flatMap((scale) => {
    const score = scale.dimensions.find(({ dimension_id }) => dimension_id === TOTAL)?.score;
    if (typeof score !== 'number' || scale.wording === undefined || scale.norm_set === undefined) return [];
    const pack = packs.packOf(orgId, scale.scale_id, scale.version);
    if (pack.kind === 'questionnaire') return [];
    const { wording, norm_set, source = 'answered', valid } = scale;
    const dimensions = scale.dimensions.map(({ dimension_id, score: value = null, missing = 0 }) => ({
      dimension_id,
      score: value,
      missing,
    }));
    const compared = { pack, exam_id: result.exam_id, wording, norm_set, source, valid, dimensions };
    return [{ result, scale, score, compared }];
  });
}

/** The results that may be compared with the latest valid one, the oldest first. */
function curveOf(results: readonly Scored[]): ArchiveCurve | undefined {
  const [latest, ...former] = results.filter(({ scale }) => scale.valid);
  if (!latest) return undefined;
  const kept = [latest, ...former.filter((one) => compareResults(one.compared, latest.compared).comparable)];
  if (kept.length < 2) return undefined;
  return {
    curve_id: latest.scale.scale_id,
    title: latest.scale.title,
    points: kept.toReversed().map(({ result: { child_exam_id, exam_id, exam_name, submitted_at }, score }) => ({
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
  const scored: Scored[] = [];
  for (const id of ids.slice(0, SHEETS)) {
    const result = await shownResult(ctx, id);
    if (result) scored.push(...scoredOf(ctx, result));
  }
  scored.sort((a, b) => Date.parse(b.result.submitted_at) - Date.parse(a.result.submitted_at));
  const scales = new Set(scored.map(({ scale }) => scale.scale_id));
  return [...scales].flatMap((id) => curveOf(scored.filter(({ scale }) => scale.scale_id === id)) ?? []);
}
