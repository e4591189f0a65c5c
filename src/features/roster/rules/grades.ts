/** Grades as the format calls them: years of school from 01, and those of kindergartens. Others keep their own code. */
const CODES: Readonly<Record<number, string>> = { 101: 'PR', 102: 'PK', 103: 'KG' };
const LAST_YEAR = 12;

const NUMBERS = new Map(Object.entries(CODES).map(([grade, code]) => [code, Number(grade)]));

/** @param grade `grade` of `schemas/enums.json` */
export const gradeCode = (grade: number): string =>
  CODES[grade] ?? (grade <= LAST_YEAR ? String(grade).padStart(2, '0') : String(grade));

/** The grade of a code; undefined where it has no number here. */
export function gradeOfCode(code: string): number | undefined {
  const text = code.trim().toUpperCase();
  return NUMBERS.get(text) ?? (/^\d{1,3}$/.test(text) ? Number(text) : undefined);
}
