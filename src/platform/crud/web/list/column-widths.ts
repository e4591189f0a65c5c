/** Fewer columns are not widened: a table that shows only the first one beside its acts is scrolled as it is. */
const FEWEST = 2;

/**
 * Widths of columns in a table that scrolls, in pixels. The columns that fit are widened to fill the visible part, so
 * that the fixed acts beside it cover no column by half.
 *
 * @param available Width between the selection and the acts; 0 while it is not measured
 * @returns the widths, and how many columns are out of sight before the table is scrolled
 */
export function fitColumns(
  widths: readonly number[],
  available: number,
): { widths: readonly number[]; hidden: number } {
  const ends = widths.map((_, i) => widths.slice(0, i + 1).reduce((sum, width) => sum + width, 0));
  const shown = ends.filter((end) => end <= available).length;
  if (shown === widths.length || shown < FEWEST) return { widths, hidden: 0 };
  const factor = available / (ends[shown - 1] ?? available);
  // Rounded at the ends, so that the sum is exact.
  const end = (i: number) => Math.round((ends[i] ?? 0) * factor);
  return {
    widths: widths.map((width, i) => (i < shown ? end(i) - end(i - 1) : width)),
    hidden: widths.length - shown,
  };
}
