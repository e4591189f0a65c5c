/** Grade numbers repeat between periods, so the id contains both. */
export const gradeId = (period: number, grade: number): string => `${period}-${grade}`;

const KINDERGARTEN = 1;
const PRIMARY = 2;
const JUNIOR = 3;
const SENIOR = 4;
const FIVE_FOUR = 1;

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/**
 * The grades of a period, youngest first; in the five-four system grade six belongs to junior high (`spec §3`).
 *
 * @param all Codes of all grades (`schemas/enums.json`)
 */
export function gradesOfPeriod(period: number, eduType: number | null, all: readonly number[]): number[] {
  const primaryEnd = eduType === FIVE_FOUR ? 5 : 6;
  if (period === PRIMARY) return range(1, primaryEnd);
  if (period === JUNIOR) return range(primaryEnd + 1, 9);
  if (period === SENIOR) return range(10, 12);
  return all.filter((grade) => Math.floor(grade / 100) === period).sort((a, b) => a - b);
}

/** Whether a period is divided between primary and secondary school by a system (five-four, six-three). */
export const hasSystem = (period: number): boolean => period > KINDERGARTEN && period <= SENIOR;
