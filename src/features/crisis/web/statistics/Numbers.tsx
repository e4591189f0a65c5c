import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import type { StatisticsQuery, WarnStatistics } from '../../contract/warn-statistics.ts';
import { statisticsFigures } from './figures.ts';
import { listLink, type Picked } from './list-link.ts';
import { Rules, Times } from './Rules.tsx';
import { StatisticsChart } from './StatisticsChart.tsx';
import styles from './statistics.module.css';

/** Places from widest to narrowest; each one is opened from the one before. */
const PLACES = ['school_id', 'grade', 'class_id'] as const;
const OPENS = { school: 'school_id', grade: 'grade', class: 'class_id' } as const;

export type Choose = (change: Partial<Record<keyof StatisticsQuery, string | number | undefined>>) => void;

interface Props {
  data: WarnStatistics;
  query: StatisticsQuery;
  year: number;
  busy: boolean;
  onChoose: Choose;
}

/** The numbers of a place. Those of a school link to the warnings counted; those of an institution link to nothing. */
export function Numbers({ data, query, year, busy, onChoose }: Props) {
  const { t } = useTranslation();
  const mayList = useMay('crisis/warn', 'open');
  const { smallest, parts, unit, total } = data;
  const suppressedText = t('warnStatistics.few', { smallest });
  const figures = useMemo(() => statisticsFigures(data, t), [data, t]);
  const deepest = PLACES.findLast((name) => query[name] !== undefined);
  const opens = OPENS[parts.by];
  const mayOpen = !(unit === 'student' && opens === 'class_id') && query.class_id === undefined;
  const listOf = unit === 'warning' && mayList ? (picked: Picked) => listLink(query, year, picked) : undefined;
  const allAddress = total ? listOf?.({}) : undefined;
  return (
    <>
      <div className={styles.place} aria-live="polite">
        {deepest !== undefined && (
          <Button size="small" onClick={() => onChoose({ [deepest]: undefined })}>
            {t('warnStatistics.up')}
          </Button>
        )}
        <h2 className={styles.title}>{data.name}</h2>
        <p className={styles.total}>
          {t('warnStatistics.total')}{' '}
          <b>{allAddress === undefined ? (total ?? suppressedText) : <Link to={allAddress}>{total}</Link>}</b>{' '}
          {t(unit === 'student' ? 'warnStatistics.ofStudents' : 'warnStatistics.ofWarnings')}
        </p>
      </div>
      <div className={styles.cards} aria-busy={busy}>
        <StatisticsChart figure={figures.verdicts} listOf={listOf && ((verdict) => listOf({ verdict }))} />
        <StatisticsChart figure={figures.sources} listOf={listOf && ((source) => listOf({ source: Number(source) }))} />
        <StatisticsChart figure={figures.months} listOf={listOf && ((month) => listOf({ month }))} />
        <StatisticsChart
          figure={figures.parts}
          onOpen={mayOpen ? (key) => onChoose({ [opens]: key }) : undefined}
          listOf={listOf && ((key) => listOf(parts.by === 'class' ? { classId: key } : { grade: key }))}
        />
        <Rules rules={data.rules} suppressedText={suppressedText} listOf={listOf} />
        <Times verify={data.verify} contact={data.contact} />
      </div>
    </>
  );
}
