import { dayOf } from '../../../platform/schema/wall-clock.ts';

/**
 * The date in Chinese, in the schools' time zone.
 *
 * @param instant ISO, or milliseconds
 */
export const dayText = (instant: string | number): string => {
  const [year, month, day] = dayOf(new Date(instant).getTime()).split('-').map(Number);
  return `${year}年${month}月${day}日`;
};
