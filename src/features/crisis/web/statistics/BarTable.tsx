import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './statistics.module.css';

interface Row {
  key: string;
  label: string;
  n?: number | undefined;
  /** Per 100 students. */
  per_100?: number | undefined;
}
interface Props {
  title: string;
  unit: string;
  rows: readonly Row[];
  /** Text for a number that is suppressed because it is too small. */
  suppressedText: string;
  /** The keys are crisis levels, which have fixed colours. */
  levels?: boolean;
  onOpen?: ((key: string) => void) | undefined;
  /** Address of the list that a row counts; undefined without the right to open it. */
  listOf?: ((key: string) => string | undefined) | undefined;
}

/** Numbers as bars in a table, so that sighted users and screen readers get the same values. */
export function BarTable({ title, unit, rows, suppressedText, levels = false, onOpen, listOf }: Props) {
  const { t } = useTranslation();
  const max = Math.max(1, ...rows.map(({ n = 0 }) => n));
  const rated = rows.some(({ per_100 }) => per_100 !== undefined);
  return (
    <section className={styles.card}>
      <table className={styles.bars}>
        <caption>{title}</caption>
        <thead className={rated ? undefined : styles.unseen}>
          <tr>
            <th scope="col">{t('warnStatistics.item')}</th>
            <th scope="col">{unit}</th>
            {rated && <th scope="col">{t('warnStatistics.per100')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, n, per_100 }) => {
            const listAddress = n ? listOf?.(key) : undefined;
            const value = (
              <>
                <span className={styles.track} aria-hidden="true">
                  <span
                    className={styles.bar}
                    data-key={key}
                    data-levels={levels || undefined}
                    style={{ width: `${((n ?? 0) / max) * 100}%` }}
                  />
                </span>
                <span className={n === undefined ? styles.few : styles.number}>{n ?? suppressedText}</span>
              </>
            );
            return (
              <tr key={key}>
                <th scope="row">
                  {onOpen && n !== 0 ? (
                    <Button type="link" size="small" className={styles.open} onClick={() => onOpen(key)}>
                      {label}
                    </Button>
                  ) : (
                    label
                  )}
                </th>
                <td>
                  {listAddress === undefined ? (
                    <span className={styles.value}>{value}</span>
                  ) : (
                    <Link
                      className={styles.value}
                      to={listAddress}
                      aria-label={t('warnStatistics.openList', { label, n })}
                    >
                      {value}
                    </Link>
                  )}
                </td>
                {rated && <td className={styles.rate}>{per_100 ?? ''}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length === 0 && <p className={styles.few}>{t('warnStatistics.nothing')}</p>}
    </section>
  );
}
