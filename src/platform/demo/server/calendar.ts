/**
 * Academic year that is current in the demo, by the calendar year it begins in. Fixed, so that names and ids never
 * change.
 */
export const CURRENT_YEAR = 2026;
/** The year before the current one, and the current one. */
export const DEMO_YEARS = [CURRENT_YEAR - 1, CURRENT_YEAR] as const;

/** Whether a class is one of the current year. */
export const isCurrent = ({ year }: { year: number }) => year === CURRENT_YEAR;
export const yearId = (year: number) => `y${year}`;
export const yearName = (year: number) => `${year}—${year + 1}学年`;
