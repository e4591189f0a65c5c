/** A semester of a school year; `from` is the year in which the school year begins. */
export interface Semester {
  from: number;
  half: 'first' | 'second';
}

/** First month of the first and of the second semester. */
const [FIRST, SECOND] = [8, 2] as const;

/**
 * The semester of a day: the first from August to January, the second from February to July. Undefined where the text
 * is no date.
 *
 * @param day `YYYY-MM-DD…`, in the time of the schools
 */
export function semesterOf(day: string): Semester | undefined {
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(day) ?? [];
  if (year === undefined || month === undefined) return undefined;
  if (Number(month) >= FIRST) return { from: Number(year), half: 'first' };
  return { from: Number(year) - 1, half: Number(month) >= SECOND ? 'second' : 'first' };
}
