import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { bandsOf, normedRaw, normSetOf, optionsOf, type Group, type Pack } from '../../screening/public.ts';
import {
  compareWithFormer,
  openResult,
  personOf,
  type ComparedScale,
  type OpenResult,
  type OpenScale,
  type ReplacedResult,
} from '../../screening/server/public.ts';
import type { DimensionReport, ReplacedReport, Report, ScaleReport } from '../contract.ts';

/** The mean of T-scores by their definition. */
const T_MEAN = 50;

type ScoredPack = Exclude<Pack, { kind: 'questionnaire' }>;

/** The bands of a dimension with their rank among each other; `order` of a band says how much it needs attention. */
function rankedBands(pack: ScoredPack, dimensionId: string, normSet: string): DimensionReport['bands'] {
  const bands = bandsOf(pack, dimensionId, normSet);
  const orders = [...new Set(bands.map(({ order }) => order))].sort((a, b) => a - b);
  const most = Math.max(1, orders.length - 1);
  return bands.map(({ title, from, to, order }) => ({ title, from, to, severity: orders.indexOf(order) / most }));
}

const usesTScore = (pack: ScoredPack, dimensionId: string): boolean =>
  pack.kind === 'scale' && pack.dimensions.find(({ id }) => id === dimensionId)?.transform?.kind === 't-score';

/** Whom a norm set is for, in words. */
function populationText({ ages, sexes, stages, grades }: Group): string {
  const codes = (list: 'sex' | 'class_period', values: readonly number[] = []) =>
    values.map((value) => labelOf(list, value));
  const age = ages && `${ages.from ?? 0}${ages.to === undefined ? ' 岁及以上' : `–${ages.to} 岁`}`;
  const grade = grades && `${grades.join('、')} 年级`;
  return [
    ...(age ? [age] : []),
    ...codes('class_period', stages),
    ...(grade ? [grade] : []),
    ...codes('sex', sexes),
  ].join('，');
}

function normOf({ pack, norm_set: id }: OpenScale): ScaleReport['norm'] {
  if (pack.kind === 'questionnaire') return undefined;
  const { title, source, for: group } = normSetOf(pack, id);
  return { title, source, ...(group && { population: populationText(group) }) };
}

function dimensionsOf({ pack, result, norm_set }: OpenScale, { view, sheet }: OpenResult, compared?: ComparedScale) {
  if (pack.kind === 'questionnaire') return [];
  const changes = compared?.comparison.comparable ? compared.comparison.changes : [];
  return result.dimensions.map(
    ({ dimension_id, title, words, band_id, band_title, raw, score, missing }): DimensionReport => {
      const change = changes.find((each) => each.dimension_id === dimension_id);
      const normed =
        pack.kind === 'scale' ? normedRaw(pack, { dimension_id, raw }, norm_set, personOf(sheet)) : undefined;
      const tone = bandsOf(pack, dimension_id, norm_set).find((band) => band.band_id === band_id)?.tone;
      return {
        dimension_id,
        title: title ?? dimension_id,
        ...(words !== undefined && { words }),
        ...(band_title !== undefined && { band_title }),
        ...(view !== 'words' && tone && { tone }),
        ...(view === 'scores' && {
          score: score ?? null,
          ...(missing !== undefined && { missing }),
          bands: rankedBands(pack, dimension_id, norm_set),
          ...(usesTScore(pack, dimension_id) && { norm_mean: T_MEAN }),
          ...(normed && { norm_raw: normed }),
          ...(change && { change: { ...change } }),
        }),
      };
    },
  );
}

function scaleOf(scale: OpenScale, opened: OpenResult, compared?: ComparedScale): ScaleReport {
  const { view } = opened;
  const { result, pack } = scale;
  const { scale_id, title, version, valid, answers, marks = [] } = result;
  const norm = view === 'scores' ? normOf(scale) : undefined;
  return {
    scale_id,
    title,
    version,
    valid,
    unofficial: (pack.licence?.wording ?? 'none') === 'unofficial',
    marks: marks.map((mark) => mark.title),
    ...(result.source === 'imported' && { imported: true }),
    ...(norm && { norm }),
    dimensions: valid ? dimensionsOf(scale, opened, compared) : [],
    ...(answers && { answers }),
    ...(compared && {
      former: {
        exam_name: compared.exam_name,
        submitted_at: compared.submitted_at,
        ...(!compared.comparison.comparable && { not_comparable: compared.comparison.reasons }),
      },
    }),
  };
}

/** What was answered to the critical items whose condition holds, in words. */
const criticalOf = ({ pack, critical }: OpenScale): Report['critical'] =>
  critical.flatMap(({ scale_id, item_id, value, words }) => {
    const item = pack.kind === 'scale' ? pack.items.find(({ id }) => id === item_id) : undefined;
    if (pack.kind !== 'scale' || !item) return [];
    const option = optionsOf(pack, item).find((each) => each.value === value);
    return [{ scale_id, item_id, text: item.text, answer: option?.label ?? String(value), words }];
  });

/** A result that a recalculation or a correction replaced; a void one has no scores. */
function replacedOf({ dimensions, valid, scored_at, ...result }: ReplacedResult): ReplacedReport {
  const { scale_id, title, version, norm_title, ended_at, ended_by_name } = result;
  return {
    scale_id,
    title,
    version,
    ...(norm_title !== undefined && { norm_title }),
    scores: (valid ? dimensions : []).map(({ dimension_id, title: name, score = null, band_title }) => ({
      dimension_id,
      title: name ?? dimension_id,
      score,
      ...(band_title !== undefined && { band_title }),
    })),
    ...(scored_at !== undefined && { scored_at }),
    ended_at,
    ...(ended_by_name !== undefined && { ended_by_name }),
  };
}

function stateOf({ held, view, scales }: OpenResult): Report['state'] {
  // Students and guardians are not told that something waits to be verified.
  if (held) return view === 'scores' ? 'held' : 'waiting';
  return scales.length === 0 ? 'waiting' : 'ready';
}

/** The report of a sheet in the caller's version. @throws AppError as `openResult` */
export async function readReport(ctx: OrgContext, id: string): Promise<Report> {
  const opened = await openResult(ctx, id);
  const { sheet, view, audience, scales, replaced } = opened;
  const compared = await compareWithFormer(ctx, opened);
  const { exam_id, exam_name, child_id, child_name, class_name, submitted_at } = sheet;
  return {
    child_exam_id: id,
    exam_id,
    exam_name,
    child_id,
    child_name,
    ...(class_name !== null && { class_name }),
    submitted_at,
    reader: audience,
    view,
    state: stateOf(opened),
    scales: scales.map((scale) =>
      scaleOf(
        scale,
        opened,
        compared.find(({ scale_id }) => scale_id === scale.pack.id),
      ),
    ),
    critical: scales.flatMap(criticalOf),
    ...(replaced.length > 0 && { replaced: replaced.map(replacedOf) }),
    may_export: ctx.services.access.decide(ctx.actor, 'screening/result/file', OPEN),
  };
}
