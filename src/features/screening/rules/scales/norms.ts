import type { Cell } from './pack-parts.ts';
import { fits, type Person } from './pack.ts';

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
