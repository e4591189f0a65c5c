import type { AnswerValue, SheetAnswer } from './answers.ts';
import { critical } from './critical.ts';
import type { GoldenSheet, GoldenTotals, ScalePack, TotalsPack } from './pack-schema.ts';
import { bandTotals, positiveDimensions, scoreSheet, type SheetScore } from './score.ts';

/** The answers of a golden vector; `*` stands for the items that it does not name, null for no answer. */
export function goldenAnswers(pack: ScalePack, { answers }: GoldenSheet): SheetAnswer[] {
  return pack.items.flatMap(({ id }) => {
    const value: AnswerValue | null | undefined = Object.hasOwn(answers, id) ? answers[id] : answers['*'];
    return value === undefined || value === null ? [] : [{ item_id: id, value }];
  });
}

/** Where the outcome of a golden vector differs from what it expects: JSON path in `expect`, and the actual value. */
export interface GoldenDifference {
  path: readonly string[];
  actual: unknown;
}

/** Scores a golden vector and compares. @throws ScaleError where it names what the pack does not have */
export function runGolden(pack: ScalePack, vector: GoldenSheet): GoldenDifference[] {
  const answers = goldenAnswers(pack, vector);
  const result = scoreSheet(pack, answers, vector);
  const items = critical(pack, answers).map(({ item_id: id }) => id);
  return [...differences(pack, vector, result), ...difference(['critical'], vector.expect.critical, items)];
}

/** Puts the totals of a golden vector into bands and compares. @throws ScaleError for an unknown norm set */
export const runGoldenTotals = (pack: TotalsPack, vector: GoldenTotals): GoldenDifference[] =>
  differences(pack, vector, bandTotals(pack, vector.totals, vector));

function differences(
  pack: ScalePack | TotalsPack,
  { expect }: GoldenSheet | GoldenTotals,
  result: SheetScore,
): GoldenDifference[] {
  const ofDimensions = Object.entries(expect.dimensions).flatMap(([id, expected]) => {
    const actual = result.dimensions.find(({ dimension_id: each }) => each === id);
    const at = (name: string) => ['dimensions', id, name];
    return [
      ...difference(at('raw'), expected.raw, actual?.raw),
      ...difference(at('score'), expected.score, actual?.score),
      ...difference(at('band'), expected.band, actual?.band_id),
      ...difference(at('missing'), expected.missing, actual?.missing),
    ];
  });
  const marks = result.marks.map(({ mark_id: id }) => id);
  return [
    ...ofDimensions,
    ...difference(['valid'], expect.valid, result.valid),
    ...difference(['positive'], expect.positive, positiveDimensions(pack, result).length > 0),
    ...difference(['marks'], expect.marks, marks),
  ];
}

/** Nothing is compared where nothing is expected. */
function difference(path: readonly string[], expected: unknown, actual: unknown): GoldenDifference[] {
  const same = expected === undefined || JSON.stringify(expected) === JSON.stringify(actual);
  return same ? [] : [{ path, actual: actual ?? null }];
}
