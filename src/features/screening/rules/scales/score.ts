import { pointsByItem, type SheetAnswer } from './answers.ts';
import { compiledOf, countedPoints, type CompiledItem } from './compiled.ts';
import { holds } from './conditions.ts';
import { marksOf, type Mark } from './marks.ts';
import { convertByNorm } from './norms.ts';
import type { NormDimension } from './pack-parts.ts';
import type { Dimension, ScalePack, TotalsPack } from './pack-schema.ts';
import { normSetOf, normsOf, tidy, type Person } from './pack.ts';

/** For whom and by which norms a sheet is scored. */
export interface ScoringContext extends Person {
  /** Chosen per screening; the pack's first one where absent. */
  normSet?: string | undefined;
}

export interface ScoredDimension {
  dimension_id: string;
  /**
   * Sum (or count) after reversal, before transformation; prorated where answers are missing. Null where `score` is for
   * want of answers.
   */
  raw: number | null;
  /** After transformation. Null where the rule for missing answers gives none, or no norm fits the person. */
  score: number | null;
  /** Null without a score, and where the norm set has no bands for the dimension. */
  band_id: string | null;
  /** How many of the dimension's items have no answer. */
  missing: number;
}

export interface SheetScore {
  version: string;
  norm_set: string;
  /** In the pack's order; the first is `total`. */
  dimensions: ScoredDimension[];
  /** False where a rule of the pack voids the sheet. */
  valid: boolean;
  /** The pack's checks that this sheet does not pass. */
  marks: Mark[];
}

/**
 * Scores a sheet by its pack.
 *
 * @throws ScaleError for an unknown norm set, item or option; answers have passed `checkAnswer` before
 */
export function scoreSheet(pack: ScalePack, answers: readonly SheetAnswer[], context: ScoringContext = {}): SheetScore {
  const set = normSetOf(pack, context.normSet);
  const points = pointsByItem(pack, answers);
  const dimensions = compiledOf(pack).dimensions.map(({ dimension, items }) =>
    scoreDimension(dimension, items, points, { norms: normsOf(set, dimension.id), person: context }),
  );
  const marks = marksOf(pack, points, answers);
  return { version: pack.version, norm_set: set.id, dimensions, valid: !marks.some(({ voids }) => voids), marks };
}

interface Norms {
  norms: NormDimension | undefined;
  person: Person;
}

function scoreDimension(
  dimension: Dimension,
  items: readonly CompiledItem[],
  points: ReadonlyMap<string, number>,
  { norms, person }: Norms,
): ScoredDimension {
  const counted: number[] = [];
  for (const item of items) {
    const value = points.get(item.item.id);
    if (value !== undefined) counted.push(countedPoints(item, value));
  }
  const missing = items.length - counted.length;
  const raw = rawOf(dimension, counted, missing);
  const score = raw === null ? null : convert(dimension, raw, norms, person);
  return {
    dimension_id: dimension.id,
    raw,
    score,
    band_id: score === null ? null : bandAt(norms, score),
    missing,
  };
}

/** Null where more answers are missing than the rule allows: a sum over the rest would pass for a real one. */
function rawOf({ rule, counted: when = {}, missing: how }: Dimension, counted: readonly number[], missing: number) {
  const total = rule === 'count' ? counted.filter((value) => holds(when, value)).length : sum(counted);
  if (missing === 0) return tidy(total);
  if (how.rule === 'none' || missing > how.atMost || counted.length === 0) return null;
  const prorated = (total * (counted.length + missing)) / counted.length;
  return how.round === true ? Math.round(prorated) : tidy(prorated);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function convert(dimension: Dimension, raw: number, norms: NormDimension | undefined, person: Person): number | null {
  const { rule, transform, items, digits } = dimension;
  const base = rule === 'mean' ? raw / items.length : raw;
  const score =
    transform?.kind === 't-score'
      ? convertByNorm(norms?.cells ?? [], base, person)
      : base * (transform?.multiply ?? 1) + (transform?.add ?? 0);
  if (score === null) return null;
  return digits === undefined ? tidy(score) : rounded(score, digits);
}

const rounded = (value: number, digits: number) => Math.round(tidy(value) * 10 ** digits) / 10 ** digits;

/** The result of a dimension by another norm set, and whether it reaches that set's cutoff. */
export interface Rebanded {
  score: number | null;
  band_id: string | null;
  positive: boolean;
}

/**
 * Puts a stored result of a dimension under another norm set, without the answers: only a T-score depends on the norms,
 * and is converted again from the raw points.
 *
 * @throws ScaleError for an unknown norm set
 */
export function underNorms(
  pack: ScalePack,
  { id, rule, items, transform, digits }: Dimension,
  { raw, score }: Pick<ScoredDimension, 'raw' | 'score'>,
  { normSet, ...person }: ScoringContext,
): Rebanded {
  const norms = normsOf(normSetOf(pack, normSet), id);
  const isByNorm = transform?.kind === 't-score';
  const converted =
    isByNorm && raw !== null
      ? convertByNorm(norms?.cells ?? [], rule === 'mean' ? raw / items.length : raw, person)
      : score;
  const next = converted !== null && isByNorm && digits !== undefined ? rounded(converted, digits) : converted;
  return {
    score: next,
    band_id: next === null ? null : bandAt(norms, next),
    positive: next !== null && norms?.cutoff !== undefined && holds(norms.cutoff, next),
  };
}

/** The band that begins at or below a score. A score between two published ranges (4.5) belongs to the lower one. */
function bandAt(norms: NormDimension | undefined, score: number): string | null {
  const bands = norms?.bands ?? [];
  return (bands.findLast(({ from }) => from <= score) ?? bands[0])?.band ?? null;
}

/**
 * Puts scores that were computed elsewhere into the pack's bands. They count as `score` of the pack, after every
 * transformation; dimensions that are not given are left without a score.
 *
 * @param totals Scores by dimension; `checkTotal` has accepted each
 * @throws ScaleError for an unknown norm set
 */
export function bandTotals(
  pack: ScalePack | TotalsPack,
  totals: Readonly<Record<string, number>>,
  { normSet }: Pick<ScoringContext, 'normSet'> = {},
): SheetScore {
  const set = normSetOf(pack, normSet);
  const dimensions = pack.dimensions.map(({ id }): ScoredDimension => {
    const score = Object.hasOwn(totals, id) ? (totals[id] ?? null) : null;
    return {
      dimension_id: id,
      raw: null,
      score,
      band_id: score === null ? null : bandAt(normsOf(set, id), score),
      missing: 0,
    };
  });
  const scores = new Map(dimensions.map(({ dimension_id: id, score }) => [id, score]));
  const marks = pack.validity.flatMap((check): Mark[] => {
    const score = check.kind === 'dimension' ? (scores.get(check.dimension) ?? null) : null;
    if (check.kind !== 'dimension' || score === null || !holds(check.when, score)) return [];
    return [{ mark_id: check.id, title: check.title, voids: check.effect === 'void' }];
  });
  return { version: pack.version, norm_set: set.id, dimensions, valid: !marks.some(({ voids }) => voids), marks };
}

/** The dimensions whose cutoff a result reaches: the screening is positive where there is one. */
export function positiveDimensions(
  pack: ScalePack | TotalsPack,
  { norm_set, dimensions }: Pick<SheetScore, 'norm_set' | 'dimensions'>,
): string[] {
  const set = normSetOf(pack, norm_set);
  return dimensions.flatMap(({ dimension_id: id, score }) => {
    const cutoff = normsOf(set, id)?.cutoff;
    return score !== null && cutoff && holds(cutoff, score) ? [id] : [];
  });
}
