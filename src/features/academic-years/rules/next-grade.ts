import { labelOf } from '../../../platform/schema/labels.ts';

/** A period that a school teaches; `edu_type` 1 five-four, 2 six-three (`spec §3`). */
export interface TaughtPeriod {
  period: number;
  edu_type: number | null;
  grades: readonly number[];
}

const PRIMARY = 2;
const FIVE_FOUR = 1;
/** Last grade of primary school in the five-four system; grade six then starts junior high. */
const LAST_OF_FIVE = 5;

/**
 * The next grade of a class. Undefined when it graduates: at the end of its period, or when the school does not teach
 * the next grade. A class never moves to another period, which is another school or a new admission.
 */
export function nextGrade(taught: readonly TaughtPeriod[], period: number, grade: number): number | undefined {
  const { edu_type = null, grades = [] } = taught.find((one) => one.period === period) ?? {};
  const next = grade + 1;
  if (period === PRIMARY && edu_type === FIVE_FOUR && next > LAST_OF_FIVE) return undefined;
  return grades.includes(next) ? next : undefined;
}

const NUMERALS = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/**
 * Patterns of the grade in a class name, most specific first: 初一（3）班, 七年级3班, 七（3）班, 703班; 小一班, 大一. The number of the
 * class itself is not part of them.
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
    // 小班, 中班, 大班 with a number inside: 小一班, 小2班.
    ...(grade > 100 && grade < 104
      ? [{ pattern: new RegExp(`^${label.charAt(0)}(?=[一二三四五六七八九十\\d（(])`), text: label.charAt(0) }]
      : []),
    ...(grade <= 12 ? [{ pattern: new RegExp(`^${grade}(?=\\d\\d班?$)`), text: String(grade) }] : []),
  ];
}

/** Name of a class one grade higher: 初一（3）班 becomes 初二（3）班. A name without its grade (2024级应用心理学1班) stays the same. */
export function nextClassName(name: string, grade: number, next: number): string {
  const after = new Map(tellings(next).map((one, i) => [i, one.text]));
  for (const [i, { pattern }] of tellings(grade).entries()) {
    const text = matching(grade, next) ? after.get(i) : undefined;
    if (text !== undefined && pattern.test(name)) return name.replace(pattern, text);
  }
  return name;
}

/** Patterns of both grades correspond by index; 九 to 高一 would be another period and does not occur. */
const matching = (grade: number, next: number): boolean => tellings(grade).length === tellings(next).length;
