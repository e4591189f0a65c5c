import { useTranslation } from 'react-i18next';

const HOUR = 60;
const DAY = 24 * HOUR;
/** Longer times are told in the next unit. */
const UNITS_MAX = 2;

/** A time in minutes, in the unit that reads best. */
export function useDuration(): (minutes: number) => string {
  const { t } = useTranslation();
  return (minutes) => {
    if (minutes < UNITS_MAX * HOUR) return t('homeCards.trend.minutes', { count: minutes });
    if (minutes < UNITS_MAX * DAY) return t('homeCards.trend.hours', { count: Math.round(minutes / HOUR) });
    return t('homeCards.trend.days', { count: Math.round(minutes / DAY) });
  };
}
