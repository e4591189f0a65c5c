import { useTranslation } from 'react-i18next';
import type { ArchiveCurve } from '../../../platform/archive/contract.ts';
import { Chart } from '../../../platform/charts/web/Chart.tsx';
import { dayText } from '../../../platform/ui/web/date-text.ts';
import { curveFigure } from '../rules/curve-figure.ts';
import styles from './archive.module.css';

/** The totals of a student's screenings over the years, scale by scale. */
export function Curves({ curves }: { curves: readonly ArchiveCurve[] }) {
  const { t } = useTranslation();
  return curves.map((curve) => (
    <div key={curve.curve_id} className={styles.card}>
      <Chart
        figure={curveFigure(
          curve,
          {
            title: t('archive.curve', { title: curve.title }),
            timeHead: t('archive.curveTime'),
            score: t('archive.curveScore'),
          },
          dayText,
        )}
      />
      <p className={styles.quiet}>
        {t('archive.curveAbout')}
        {curve.left_out > 0 && t('archive.curveLeftOut', { count: curve.left_out })}
      </p>
    </div>
  ));
}
