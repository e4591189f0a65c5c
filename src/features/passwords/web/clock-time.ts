import dayjs from 'dayjs';

/** A moment as people here say it. */
export const clockTime = (instant: string): string => dayjs(instant).format('M月D日 HH:mm');
