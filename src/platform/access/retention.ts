/** Default number of years that a school keeps the records of a student who has left. */
export const RETENTION_YEARS = 3;
export const RETENTION_MIN = 1;
export const RETENTION_MAX = 60;

/** The first day on which a record may be erased. @param leftOn `YYYY-MM-DD` */
export const erasableOn = (leftOn: string, years: number): string =>
  `${String(Number(leftOn.slice(0, 4)) + years).padStart(4, '0')}${leftOn.slice(4)}`;
