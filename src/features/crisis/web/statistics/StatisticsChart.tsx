import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { Figure } from '../../../../platform/charts/figure.ts';
import { Chart } from '../../../../platform/charts/web/Chart.tsx';
import styles from './statistics.module.css';

interface Props {
  figure: Figure;
  /** Opens the place that a row counts. */
  onOpen?: ((key: string) => void) | undefined;
  /** Address of the list that a row counts; undefined without the right to open it. */
  listOf?: ((key: string) => string | undefined) | undefined;
}

/** Column of the numbers that have a list. */
const COUNTED = 1;

/** A chart of the statistics: a bar opens its place or its list, and so do the cells of the table. */
export function StatisticsChart({ figure, onOpen, listOf }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const rows = new Map(figure.table.rows.map(({ key, cells }) => [key, cells]));
  /** The list of a row that counts something; a suppressed number has none. */
  const addressOf = (key: string) => {
    const n = Number(rows.get(key)?.[COUNTED]);
    return n > 0 ? listOf?.(key) : undefined;
  };
  const pick = (key: string) => {
    const address = addressOf(key);
    if (onOpen) onOpen(key);
    else if (address !== undefined) void navigate(address);
  };
  const renderCell = (key: string, column: number, text: string): ReactNode => {
    if (column === 0 && onOpen && rows.get(key)?.[COUNTED] !== '0')
      return (
        <Button type="link" size="small" className={styles.open} onClick={() => onOpen(key)}>
          {text}
        </Button>
      );
    const address = column === COUNTED ? addressOf(key) : undefined;
    if (address === undefined) return text;
    return (
      <Link to={address} aria-label={t('warnStatistics.openList', { label: rows.get(key)?.[0], n: text })}>
        {text}
      </Link>
    );
  };
  return (
    <div className={styles.card}>
      <Chart figure={figure} onPick={onOpen || listOf ? pick : undefined} renderCell={renderCell} />
    </div>
  );
}
