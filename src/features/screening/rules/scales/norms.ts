import type { Cell } from './pack-parts.ts';
import type { ScalePack } from './pack-schema.ts';
import { fits, normSetOf, normsOf, type Person } from './pack.ts';

/**
 * The T-score of a raw value by the cell of the norm table that fits the person. Null where none fits, or where the
 * cell's table does not have the value.
 */
export function convertByNorm(cells: readonly Cell[], raw: number, person: Person): number | null {
  const cell = cells.find((each) => fits(each, person));
  if (!cell) return null;
  if ('mean' in cell) return 50 + (10 * (raw - cell.mean)) / cell.sd;
  return cell.scores[raw - cell.from] ?? null;
}

/** A raw value beside the mean and the standard deviation of the people that its T-score compares with. */
export interface NormedRaw {
  value: number;
  mean: number;
  sd: number;
}

/**
 * The raw value of a T-scored dimension with the norm of the person; undefined where the norms are a table without
 * means, where none fits the person, and for other dimensions.
 *
 * @param raw Sum of the points (`ScoredDimension`)
 */
export function normedRaw(
  pack: ScalePack,
  { dimension_id: id, raw }: { dimension_id: string; raw?: number | null | undefined },
  normSet: string,
  person: Person,
): NormedRaw | undefined {
  const dimension = pack.dimensions.find((each) => each.id === id);
  if (dimension?.transform?.kind !== 't-score' || raw === undefined || raw === null) return undefined;
  const cells = normsOf(normSetOf(pack, normSet), id)?.cells ?? [];
  const cell = cells.find((each) => fits(each, person));
  if (!cell || !('mean' in cell)) return undefined;
  const value = dimension.rule === 'mean' ? raw / dimension.items.length : raw;
  return { value: Math.round(value * 100) / 100, mean: cell.mean, sd: cell.sd };
}
