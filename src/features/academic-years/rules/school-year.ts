import { dayOf } from '../../../platform/schema/wall-clock.ts';

/** First month of a school year, as the calendar writes it. */
const BEGINS = 9;

/** A school year by the calendar year it begins in. */
export const schoolYear = (year: number) => ({
  year_name: `${year}—${year + 1}学年`,
  start_on: `${year}-09-01`,
  end_on: `${year + 1}-08-31`,
});

/**
 * The school year of an instant, by the calendar year it begins in.
 *
 * @param now Milliseconds
 */
export function schoolYearAt(now: number): number {
  const [year, month] = dayOf(now).split('-').map(Number);
  return (year ?? 0) - ((month ?? 0) < BEGINS ? 1 : 0);
}
