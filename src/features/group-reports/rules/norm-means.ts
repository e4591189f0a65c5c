import {
  fits,
  normSetOf,
  normsOf,
  type NormDimension,
  type Pack,
  type ScalePack,
  type TotalsPack,
} from '../../screening/public.ts';
import type { GroupOfStudents } from '../contract.ts';
import { momentsOf, tenth, validOf, type Cell } from './cells.ts';

type Scored = ScalePack | TotalsPack;

/** Valid scores of students who are equal in everything that a norm tells apart. */
export interface NormRow {
  part: string;
  sex: number | null;
  period: number | null;
  grade: number | null;
  /** Completed years at the submission. */
  age: number | null;
  scale_id: string;
  version: string;
  norm_set: string;
  dimension_id: string;
  n: number;
}

/** What a T-score is by definition: the mean and the standard deviation of its norm. */
const T_SCORE = { mean: 50, sd: 10 };

/** Whether the scores of a dimension are T-scores, which every norm gives the same mean. */
export const isNormed = (pack: Scored, id: string): boolean =>
  pack.kind === 'scale' && pack.dimensions.find((each) => each.id === id)?.transform?.kind === 't-score';

const meansOf = (norms: NormDimension | undefined) => (norms?.cells ?? []).filter((cell) => 'mean' in cell);

/** Whether a pack gives means of the score itself, in any of its norm sets. */
export const givesMeans = (pack: Pack, id?: string): boolean =>
  pack.kind !== 'questionnaire' &&
  pack.dimensions.some(
    (dimension) =>
      (id === undefined || dimension.id === id) &&
      !isNormed(pack, dimension.id) &&
      pack.normSets.some((set) => meansOf(normsOf(set, dimension.id)).length > 0),
  );

const optional = (code: number | null) => code ?? undefined;

function normOfRow(packs: readonly Scored[], row: NormRow): { mean: number; sd: number } | undefined {
  const pack = packs.find(({ version }) => version === row.version);
  const set = pack?.normSets.find(({ id }) => id === row.norm_set);
  if (!pack || !set) return undefined;
  const person = {
    age: optional(row.age),
    sex: optional(row.sex),
    stage: optional(row.period),
    grade: optional(row.grade),
  };
  return meansOf(normsOf(normSetOf(pack, set.id), row.dimension_id)).find((cell) => fits(cell, person));
}

/**
 * What the norm expects of these students: the mean of each one's own group, and the standard deviation within those
 * groups. Undefined where a student belongs to none: a comparison with the others would be one with other people.
 */
function expected(packs: readonly Scored[], rows: readonly NormRow[]): { mean: number; sd: number } | undefined {
  let [n, sum, squares] = [0, 0, 0];
  for (const row of rows) {
    const norm = normOfRow(packs, row);
    if (!norm) return undefined;
    n += row.n;
    sum += row.n * norm.mean;
    squares += row.n * norm.sd ** 2;
  }
  return n === 0 ? undefined : { mean: sum / n, sd: Math.sqrt(squares / n) };
}

/** The mean of a group of students beside the mean of its norm; undefined without scores, and where no norm fits. */
export function besideNorm(
  packs: readonly [Scored, ...Scored[]],
  dimensionId: string,
  cells: readonly Cell[],
  rows: readonly NormRow[],
): GroupOfStudents['norm'] {
  const moments = momentsOf(validOf(cells));
  if (!moments) return undefined;
  const norm = isNormed(packs[0], dimensionId) ? T_SCORE : expected(packs, rows);
  if (!norm) return undefined;
  const mean = tenth(norm.mean);
  return {
    mean,
    sd: tenth(norm.sd),
    difference: tenth(moments.mean - mean),
    d: Math.round(((moments.exact - norm.mean) / norm.sd) * 100) / 100,
  };
}
