/**
 * The date in Chinese.
 *
 * @param instant ISO, or milliseconds
 */
export const dayText = (instant: string | number): string => {
  const date = new Date(instant);
  return `${date.getFullYear()}年${date.getMonth() + 1}月${date.getDate()}日`;
};
