import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { WarnStatistics } from '../../contract/warn-statistics.ts';
import styles from './statistics.module.css';

interface Props {
  months: WarnStatistics['months'];
  unit: string;
  suppressedText: string;
  /** Address of the list that a month counts; undefined without the right to open it. */
  listOf?: ((month: string) => string | undefined) | undefined;
}

/** In units of the drawing. */
const WIDTH = 480;
const HEIGHT = 120;
const EDGE = 8;

/** The points of a line; a suppressed number is drawn at the bottom. */
function pointsOf(numbers: readonly (number | undefined)[], max: number): [number, number][] {
  const step = numbers.length > 1 ? (WIDTH - 2 * EDGE) / (numbers.length - 1) : 0;
  return numbers.map((n = 0, i) => [EDGE + i * step, HEIGHT - EDGE - (n / max) * (HEIGHT - 2 * EDGE)]);
}

const path = (points: readonly [number, number][]) => points.map((point) => point.join(',')).join(' ');

/** Numbers by month as a line beside that of the year before, and as a table. */
export function MonthLine({ months, unit, suppressedText, listOf }: Props) {
  const { t } = useTranslation();
  const max = Math.max(1, ...months.flatMap(({ n = 0, last = 0 }) => [n, last]));
  const [now, before] = [
    pointsOf(
      months.map(({ n }) => n),
      max,
    ),
    pointsOf(
      months.map(({ last }) => last),
      max,
    ),
  ];
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t('warnStatistics.months')}</h2>
      <svg className={styles.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline className={styles.lineBefore} points={path(before)} />
        <polyline className={styles.lineNow} points={path(now)} />
      </svg>
      <p className={styles.legend} aria-hidden="true">
        <span className={styles.legendNow}>{t('warnStatistics.thisYear')}</span>
        <span className={styles.legendBefore}>{t('warnStatistics.lastYear')}</span>
      </p>
      <table className={styles.rules}>
        <caption className={styles.unseen}>{t('warnStatistics.months')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('warnStatistics.month')}</th>
            <th scope="col">
              {t('warnStatistics.thisYear')}（{unit}）
            </th>
            <th scope="col">{t('warnStatistics.lastYear')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ key, label, n, last }) => {
            const address = n ? listOf?.(key) : undefined;
            return (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>
                  {address === undefined ? (
                    (n ?? suppressedText)
                  ) : (
                    <Link to={address} aria-label={t('warnStatistics.openList', { label, n })}>
                      {n}
                    </Link>
                  )}
                </td>
                <td>{last ?? suppressedText}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {months.length === 0 && <p className={styles.few}>{t('warnStatistics.nothing')}</p>}
    </section>
  );
}
