import dayjs from 'dayjs';

/** Month, day and time in Chinese, without the year. */
export const dateTimeText = (instant: string): string => dayjs(instant).format('M月D日 HH:mm');
