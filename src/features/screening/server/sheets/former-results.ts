import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { compareResults, type ComparedDimension, type Comparison } from '../../rules/compare-results.ts';
import { formerResults } from '../queries/former-results.ts';
import { isHeld, type OpenResult, type OpenScale } from './read-result.ts';

/** How a scale of a result differs from the child's result before it. */
export interface ComparedScale {
  scale_id: string;
  exam_name: string;
  submitted_at: string;
  comparison: Comparison;
}

/** As `OpenScale` for the comparison. */
const comparedFrom = ({ pack, result, norm_set }: OpenScale, examId: string) =>
  pack.kind === 'questionnaire'
    ? undefined
    : {
        pack,
        exam_id: examId,
        wording: result.wording ?? 'none',
        norm_set,
        ...(result.source !== undefined && { source: result.source }),
        valid: result.valid,
        dimensions: result.dimensions.map(({ dimension_id, score = null, missing = 0 }) => ({
          dimension_id,
          score,
          missing,
        })),
      };

/**
 * Each scale beside the child's last result of it in an earlier screening. Callers without scores get none, and neither
 * does anyone for whom the earlier result is held back.
 */
export async function compareWithFormer(
  ctx: OrgContext,
  { sheet, view, scales }: OpenResult,
): Promise<ComparedScale[]> {
  if (view !== 'scores' || scales.length === 0) return [];
  const { orgId } = ctx.actor;
  const [former] = await ctx.read([
    formerResults(
      orgId,
      sheet,
      scales.map(({ pack }) => pack.id),
    ),
  ]);
  const compared: ComparedScale[] = [];
  for (const row of former) {
    const scale = scales.find(({ pack }) => pack.id === row.scale_id);
    const later = scale && comparedFrom(scale, sheet.exam_id);
    if (later === undefined || (await isHeld(ctx, row, { view, isPositive: row.positive }))) continue;
    const pack = ctx.services.packs.packOf(orgId, row.scale_id, row.version);
    if (pack.kind === 'questionnaire') continue;
    const { exam_id, wording, norm_set, source, valid, exam_name, submitted_at } = row;
    const dimensions = row.dimensions as ComparedDimension[];
    const comparison = compareResults({ pack, exam_id, wording, norm_set, source, valid, dimensions }, later);
    compared.push({ scale_id: row.scale_id, exam_name, submitted_at, comparison });
  }
  return compared;
}
