import { canonicalJson } from './scales/canonical.ts';
import type { ScalePack, TotalsPack } from './scales/pack-schema.ts';
import { normSetOf, normsOf, tidy } from './scales/pack.ts';

/** Two results of one scale, or two summaries of it over a group, as far as a comparison asks. */
export interface ComparedResult {
  /** In the version that scored the result. */
  pack: ScalePack | TotalsPack;
  /** The screening; two sheets of one screening are a retake and no change over time. Absent for a group. */
  exam_id?: string;
  /** `unofficial`, `authorised` or `none`, as stored with the result. */
  wording: string;
  norm_set: string;
  /** Whether it was answered here or imported; absent is answered. */
  source?: string;
  /**
   * Whom a summary is about, in the words of the caller, such as stage and grade: two must be equal. Absent for the
   * results of one child.
   */
  population?: string;
  /** False where a rule of the pack voids the sheet. */
  valid: boolean;
  dimensions: readonly ComparedDimension[];
}

export interface ComparedDimension {
  dimension_id: string;
  /** Of a group: the mean. */
  score: number | null;
  /** Items without an answer; absent is none. */
  missing?: number;
}

/** Why two results are not compared. */
export type NotComparable =
  | 'pack'
  | 'scoring'
  | 'norm-set'
  | 'wording'
  | 'source'
  | 'population'
  | 'void'
  | 'retake'
  | 'incomplete';

/** How the score of a dimension differs between a former and a later result. */
export interface ScoreChange {
  dimension_id: string;
  from: number;
  to: number;
  /** `to` minus `from`. */
  difference: number;
  /**
   * Only where the pack states the reliability of the dimension: whether the difference is larger than chance explains
   * (reliable change, 95 %), and for better or worse. A difference without it has no judgement.
   */
  meaning?: 'better' | 'worse' | 'within-chance';
}

export type Comparison =
  | { comparable: true; changes: ScoreChange[] }
  | { comparable: false; reasons: [NotComparable, ...NotComparable[]] };

/** Compares two results of one child (or of two groups): what changed per dimension, or why nothing is said about it. */
export function compareResults(former: ComparedResult, later: ComparedResult): Comparison {
  const [first, ...others] = reasonsAgainst(former, later);
  if (first !== undefined) return { comparable: false, reasons: [first, ...others] };
  const changes = later.pack.dimensions.flatMap(({ id }) => changeOf(former, later, id) ?? []);
  return changes.length === 0 ? { comparable: false, reasons: ['incomplete'] } : { comparable: true, changes };
}

/** What forbids the comparison whatever the scores are, the most fundamental first. */
function reasonsAgainst(a: ComparedResult, b: ComparedResult): NotComparable[] {
  if (a.pack.id !== b.pack.id) return ['pack'];
  const reasons: [NotComparable, boolean][] = [
    ['scoring', !sameScoring(a, b)],
    ['norm-set', a.norm_set !== b.norm_set],
    ['wording', a.wording !== b.wording],
    ['source', (a.source ?? 'answered') !== (b.source ?? 'answered')],
    ['population', a.population !== b.population],
    ['void', !a.valid || !b.valid],
    ['retake', a.exam_id !== undefined && a.exam_id === b.exam_id],
  ];
  return reasons.flatMap(([reason, holds]) => (holds ? [reason] : []));
}

/** Whether two versions give the same answers the same score under the norm set of the later result. */
function sameScoring(a: ComparedResult, b: ComparedResult): boolean {
  if (a.pack.version === b.pack.version) return true;
  const scoring = ({ pack }: ComparedResult) => canonicalJson({ ...scoringOf(pack), cells: cellsOf(pack, b.norm_set) });
  return scoring(a) === scoring(b);
}

/** What a score depends on: points and dimensions, not titles, texts, bands and cutoffs. */
function scoringOf(pack: ScalePack | TotalsPack) {
  if (pack.kind === 'totals') return { dimensions: pack.dimensions.map(({ title: _, ...rest }) => rest) };
  const pointsOnly = (options: ScalePack['options']) => options?.map(({ value }) => value);
  return {
    options: pointsOnly(pack.options),
    items: pack.items.map(({ id, reverse, options }) => ({ id, reverse, options: pointsOnly(options) })),
    dimensions: pack.dimensions.map(({ title: _, ...rest }) => rest),
  };
}

/** The tables of T-scores. The means of other dimensions give no score. */
const cellsOf = (pack: ScalePack | TotalsPack, normSet: string) => {
  const set = pack.normSets.find(({ id }) => id === normSet);
  return pack.dimensions.map((dimension) =>
    set && 'transform' in dimension && dimension.transform?.kind === 't-score'
      ? (normsOf(set, dimension.id)?.cells ?? null)
      : null,
  );
};

/** Undefined where one side has no score, or one with missing answers. */
function changeOf(former: ComparedResult, later: ComparedResult, id: string): ScoreChange | undefined {
  const [from, to] = [completeScore(former, id), completeScore(later, id)];
  if (from === undefined || to === undefined) return undefined;
  const difference = tidy(to - from);
  const meaning = later.population === undefined ? meaningOf(later, id, difference) : undefined;
  return { dimension_id: id, from, to, difference, ...(meaning && { meaning }) };
}

function completeScore({ dimensions }: ComparedResult, id: string): number | undefined {
  const found = dimensions.find((each) => each.dimension_id === id);
  return found === undefined || (found.missing ?? 0) > 0 ? undefined : (found.score ?? undefined);
}

/** 95 %. */
const Z = 1.96;

/** The reliable change index of Jacobson and Truax (1991): the standard error of a difference of two scores. */
function meaningOf({ pack, norm_set }: ComparedResult, id: string, difference: number): ScoreChange['meaning'] {
  const reliability = normsOf(normSetOf(pack, norm_set), id)?.reliability;
  if (!reliability) return undefined;
  const chance = Z * reliability.sd * Math.sqrt(2 * (1 - reliability.coefficient));
  if (Math.abs(difference) <= chance) return 'within-chance';
  const isLower = pack.dimensions.find((each) => each.id === id)?.better === 'lower';
  return difference < 0 === isLower ? 'better' : 'worse';
}
