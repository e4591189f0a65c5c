/** How the answers of a sheet count: voided by a rule of the pack, marked as perhaps inattentive, or neither. */
export type SheetState = 'attentive' | 'marked' | 'void';

/** Students whose result of one dimension is equal in everything that a report tells apart. */
export interface Cell {
  /** What the report divides by: a grade (`period-grade`), a class, or a school. */
  part: string;
  sex: number | null;
  scale_id: string;
  version: string;
  wording: string;
  norm_set: string;
  dimension_id: string;
  band_id: string | null;
  state: SheetState;
  n: number;
  /** Of these, results that ask for an interview. */
  positive: number;
  /** Scores that there are, their sum and the sum of their squares; absent where only counts are kept. */
  scored?: number;
  sum?: number;
  squares?: number;
}

/** Number of students as a reader sees it; undefined where it is suppressed. */
export type Show = (students: number) => number | undefined;

/** A field of a report; absent where the number is suppressed. */
export function counted<K extends string>(name: K, students: number, show: Show): { [key in K]?: number } {
  const n = show(students);
  return n === undefined ? {} : ({ [name]: n } as { [key in K]?: number });
}

/** The valid results. */
export const validOf = (cells: readonly Cell[]): Cell[] => cells.filter(({ state }) => state !== 'void');

export const total = (cells: readonly Cell[], of: 'n' | 'positive' = 'n'): number =>
  cells.reduce((sum, cell) => sum + cell[of], 0);

const sumOf = (cells: readonly Cell[], of: 'scored' | 'sum' | 'squares') =>
  cells.reduce((sum, cell) => sum + (cell[of] ?? 0), 0);

/** Value with one decimal. */
export const tenth = (value: number): number => Math.round(value * 10) / 10;

/** The mean and the standard deviation of the scores, with one decimal, and the mean as it is; undefined without scores. */
export function momentsOf(cells: readonly Cell[]): { mean: number; sd: number; exact: number } | undefined {
  const n = sumOf(cells, 'scored');
  if (n === 0) return undefined;
  const mean = sumOf(cells, 'sum') / n;
  const variance = n < 2 ? 0 : Math.max(0, (sumOf(cells, 'squares') - n * mean * mean) / (n - 1));
  return { mean: tenth(mean), sd: tenth(Math.sqrt(variance)), exact: mean };
}
