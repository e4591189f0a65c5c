import { useTranslation } from 'react-i18next';

const HOUR = 60;
/** Shorter times are shown in minutes, longer ones than these hours are not told apart (`spec §9`). */
const MINUTES_MAX = 2 * HOUR;
const HOURS_MAX = 99;

/**
 * A time in minutes as text.
 *
 * @param digits Of hours after the point
 */
export function useDuration(digits = 0): (minutes: number) => string {
  const { t } = useTranslation();
  return (minutes) => {
    if (minutes < MINUTES_MAX) return t('common.duration.minutes', { n: minutes });
    if (minutes > HOURS_MAX * HOUR) return t('common.duration.over', { n: HOURS_MAX });
    return t('common.duration.hours', { n: (minutes / HOUR).toFixed(digits) });
  };
}
