import type { Stretch, Undone } from '../../store/import-rows.ts';
import { PIECE, pieces } from './job.ts';
import { joinsLines } from './parts.ts';
import type { ResourceHooks } from '../../resources/hooks.ts';

/**
 * The lines that a transaction does. Lines that make new rows, or take them away, may be done beside others; those that change rows come one stretch after the
 * other, as what one gives up another may take.
 */
export const stretchesOf = ({ table }: ResourceHooks, lines: readonly Undone[]): (Stretch & { alone: boolean })[] => pieces(lines, PIECE).map((piece) => {
  const numbers = piece.map(({ row_no }) => row_no);
  return { from: Math.min(...numbers), to: Math.max(...numbers), alone: joinsLines(table) || piece.some(({ changes }) => changes) };
});
