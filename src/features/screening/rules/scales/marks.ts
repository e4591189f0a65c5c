import type { SheetAnswer } from './answers.ts';
import { compiledOf, countedPoints, type CompiledItem } from './compiled.ts';
import { holds } from './conditions.ts';
import type { Dimension, ScalePack, ValidityCheck } from './pack-schema.ts';
import { tidy } from './pack.ts';

/** A check of the pack that a sheet does not pass. Detectors are imprecise, so only a rule of the pack voids. */
export interface Mark {
  mark_id: string;
  title: string;
  voids: boolean;
}

type Points = ReadonlyMap<string, number>;

/** The checks that a sheet does not pass, in the pack's order. */
export const marksOf = (pack: ScalePack, points: Points, answers: readonly SheetAnswer[]): Mark[] =>
  pack.validity
    .filter((check) => fails(pack, check, points, answers))
    .map(({ id, title, effect }) => ({ mark_id: id, title, voids: effect === 'void' }));

function fails(pack: ScalePack, check: ValidityCheck, points: Points, answers: readonly SheetAnswer[]): boolean {
  switch (check.kind) {
    case 'dimension': {
      const found = compiledOf(pack).dimensions.find(({ dimension }) => dimension.id === check.dimension);
      return (
        found !== undefined && possibleSums(found.dimension, found.items, points).every((sum) => holds(check.when, sum))
      );
    }
    case 'all-equal':
      return allEqual(check.items ?? pack.items.map(({ id }) => id), points);
    case 'speed': {
      const median = medianSeconds(answers);
      return median !== undefined && median < check.secondsPerItem;
    }
  }
}

/**
 * The lowest and the highest value that a dimension can have, whatever the missing answers are: a check holds only
 * where it holds for both.
 */
function possibleSums(
  { rule, counted: when = {} }: Dimension,
  items: readonly CompiledItem[],
  points: Points,
): [low: number, high: number] {
  const value = (each: number) => (rule !== 'count' ? each : holds(when, each) ? 1 : 0);
  const bounds = items.map((item) => {
    const answer = points.get(item.item.id);
    if (answer !== undefined) return [value(countedPoints(item, answer))];
    return [value(item.low), value(item.high)];
  });
  const share = rule === 'mean' ? items.length : 1;
  const total = (pick: (values: number[]) => number) =>
    tidy(bounds.reduce((sum, values) => sum + pick(values), 0) / share);
  return [total((values) => Math.min(...values)), total((values) => Math.max(...values))];
}

/** Whether every one of the items is answered, all with the same value. */
function allEqual(items: readonly string[], points: Points): boolean {
  const values = items.map((id) => points.get(id));
  return !values.includes(undefined) && new Set(values).size === 1;
}

/** Fewer distances than this say nothing about a person's speed. */
const FEWEST_DISTANCES = 3;

/** The median distance between two answers, in seconds; undefined where too few answers have a time. */
export function medianSeconds(answers: readonly SheetAnswer[]): number | undefined {
  const times: number[] = [];
  for (const { answered_at: at } of answers) {
    const time = at === undefined ? NaN : Date.parse(at);
    if (Number.isFinite(time)) times.push(time);
  }
  if (times.length <= FEWEST_DISTANCES || times.length < answers.length / 2) return undefined;
  // Typed arrays sort by value without a call for each pair, which counts for thousands of sheets.
  const ordered = Float64Array.from(times).sort();
  const sorted = ordered
    .subarray(1)
    .map((time, i) => time - (ordered[i] ?? time))
    .sort();
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
  return median / 1000;
}
