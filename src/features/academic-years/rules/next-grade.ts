import { labelOf } from '../../../platform/schema/labels.ts';

/** A period as a school teaches it: `edu_type` 1 five-four, 2 six-three (`spec §3`). */
export interface TaughtPeriod {
  period: number;
  edu_type: number | null;
  grades: readonly number[];
}

const PRIMARY = 2;
const FIVE_FOUR = 1;
/** The last grade of a primary school in the five-four system; the sixth is then the first of junior high. */
const LAST_OF_FIVE = 5;

/**
 * The grade that a class moves up to; undefined where it graduates: at the end of its period, or where the school does
 * not teach the next grade. A class never moves from one period to the next: that is another school, or an admission of
 * its own.
 */
export function nextGrade(taught: readonly TaughtPeriod[], period: number, grade: number): number | undefined {
  const { edu_type = null, grades = [] } = taught.find((one) => one.period === period) ?? {};
  const next = grade + 1;
  if (period === PRIMARY && edu_type === FIVE_FOUR && next > LAST_OF_FIVE) return undefined;
  return grades.includes(next) ? next : undefined;
}

const NUMERALS = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/**
 * How the name of a class may tell its grade, most telling first: 初一（3）班, 七年级3班, 七（3）班, 703班; 小一班, 大一. The class's own
 * number stays apart.
 */
function tellings(grade: number): { pattern: RegExp; text: string }[] {
  const label = labelOf('grade', grade);
  const numeral = grade <= 9 ? NUMERALS[grade] : undefined;
  const yearOfPeriod = grade > 500 ? NUMERALS[grade % 100] : undefined;
  return [
    { pattern: new RegExp(label), text: label },
    ...(numeral
      ? [
          { pattern: new RegExp(`${numeral}年级`), text: `${numeral}年级` },
          { pattern: new RegExp(`^${numeral}(?=[（(\\d])`), text: numeral },
        ]
      : []),
    ...(yearOfPeriod ? [{ pattern: new RegExp(`${yearOfPeriod}年级`), text: `${yearOfPeriod}年级` }] : []),
    // 小班, 中班, 大班 with a number between: 小一班, 小2班.
    ...(grade > 100 && grade < 104
      ? [{ pattern: new RegExp(`^${label.charAt(0)}(?=[一二三四五六七八九十\\d（(])`), text: label.charAt(0) }]
      : []),
    ...(grade <= 12 ? [{ pattern: new RegExp(`^${grade}(?=\\d\\d班?$)`), text: String(grade) }] : []),
  ];
}

/**
 * What a class is called a grade higher: 初一（3）班 becomes 初二（3）班. A name that does not tell its grade (2024级应用心理学1班)
 * stays.
 */
export function nextClassName(name: string, grade: number, next: number): string {
  const after = new Map(tellings(next).map((one, i) => [i, one.text]));
  for (const [i, { pattern }] of tellings(grade).entries()) {
    const text = matching(grade, next) ? after.get(i) : undefined;
    if (text !== undefined && pattern.test(name)) return name.replace(pattern, text);
  }
  return name;
}

/** Tellings stand in the same places for grades of one kind; 九 to 高一 is another period and never asked for. */
const matching = (grade: number, next: number): boolean => tellings(grade).length === tellings(next).length;
