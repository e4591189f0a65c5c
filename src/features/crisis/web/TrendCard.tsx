import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { timeFigure } from '../../../platform/charts/time-line.ts';
import { Chart } from '../../../platform/charts/web/Chart.tsx';
import type { HomeCardProps } from '../../../platform/home/web/card.ts';
import { useDuration } from '../../../platform/ui/web/use-duration.ts';
import styles from './work-cards.module.css';

/** The warnings of the school year by month, with those of the year before. */
export function TrendCard({ content: { months = [], verify_minutes } }: HomeCardProps) {
  const { t } = useTranslation();
  const duration = useDuration();
  const figure = timeFigure({
    title: t('homeCards.trend.chart'),
    timeHead: t('homeCards.trend.month'),
    suppressedText: t('homeCards.trend.few'),
    whole: true,
    points: months.map(({ month }) => ({ key: month, label: month })),
    lines: [
      { label: t('homeCards.trend.thisYear'), values: months.map(({ n }) => n) },
      { label: t('homeCards.trend.lastYear'), values: months.map(({ last }) => last) },
    ],
  });
  return (
    <div className={styles.trend}>
      <Chart figure={figure} />
      {verify_minutes !== undefined && (
        <p className={styles.quiet}>{t('homeCards.trend.verify', { time: duration(verify_minutes) })}</p>
      )}
      <Link to="/warning/statistics">{t('homeCards.trend.open')}</Link>
    </div>
  );
}
