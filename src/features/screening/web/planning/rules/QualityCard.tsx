import { useQuery } from '@tanstack/react-query';
import { Select, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../../platform/http/web/call.ts';
import { schoolNow } from '../../../../../platform/ui/web/school-time.ts';
import { screeningQuality } from '../../../contract/quality.ts';
import { NumberList } from '../NumberList.tsx';
import { shareText } from './share-text.ts';
import styles from '../planning.module.css';

const NONE = '—';
const PERIODS = ['year', 'all'] as const;
type Period = (typeof PERIODS)[number];

/** What the warnings of screenings became: by rule, by counsellor, and what the screenings missed. */
export function QualityCard() {
  const { t } = useTranslation();
  const [period, setPeriod] = useState<Period>('year');
  const query = period === 'all' ? {} : { from: schoolNow().subtract(1, 'year').format('YYYY-MM-DD') };
  const { data, error, refetch } = useQuery({
    queryKey: ['screening-quality', period],
    queryFn: ({ signal }) => call(screeningQuality, { query }, { signal, quiet: true }),
    gcTime: 0,
  });
  const hours = (value: number | undefined) => (value === undefined ? NONE : t('alertRules.hours', { count: value }));
  return (
    <section className={`${styles.card} ${styles.narrow}`} aria-labelledby="screening-quality">
      <header className={styles.row}>
        <h2 id="screening-quality" className={styles.heading}>
          {t('alertRules.quality')}
        </h2>
        <Select
          aria-label={t('alertRules.period')}
          options={PERIODS.map((value) => ({ value, label: t(`alertRules.periods.${value}`) }))}
          value={period}
          onChange={(next: Period) => setPeriod(next)}
        />
      </header>
      <p className={styles.quiet}>{t('alertRules.qualityAbout')}</p>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 4 }} />
      ) : (
        <>
          <NumberList
            numbers={[
              { label: t('alertRules.scored'), value: String(data.screening.sheets) },
              { label: t('alertRules.positive'), value: String(data.screening.positive) },
              { label: t('alertRules.found'), value: String(data.screening.found) },
              { label: t('alertRules.missedCases'), value: String(data.screening.missed) },
            ]}
          />
          <p>
            {data.screening.sensitivity
              ? t('alertRules.sensitivity', { share: shareText(data.screening.sensitivity) })
              : t('alertRules.noCases')}
          </p>
          <Table
            size="small"
            rowKey="rule_id"
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: t('alertRules.noneRaised') }}
            dataSource={data.rules}
            columns={[
              { title: t('alertRules.rule'), dataIndex: 'title' },
              { title: t('alertRules.raised'), dataIndex: 'raised', align: 'right' },
              { title: t('alertRules.valid'), dataIndex: 'valid', align: 'right' },
              { title: t('alertRules.invalid'), dataIndex: 'invalid', align: 'right' },
              { title: t('alertRules.pending'), dataIndex: 'pending', align: 'right' },
              {
                title: t('alertRules.precision'),
                key: 'precision',
                align: 'right',
                render: (_, { precision }) => (precision ? shareText(precision) : NONE),
              },
              {
                title: t('alertRules.median'),
                key: 'median',
                align: 'right',
                render: (_, row) => hours(row.hours_median),
              },
              { title: t('alertRules.p90'), key: 'p90', align: 'right', render: (_, row) => hours(row.hours_p90) },
            ]}
          />
          {data.load.length > 0 && (
            <Table
              size="small"
              rowKey="user_name"
              pagination={false}
              scroll={{ x: 'max-content' }}
              dataSource={data.load}
              columns={[
                { title: t('alertRules.person'), dataIndex: 'user_name' },
                { title: t('alertRules.verified'), dataIndex: 'verified', align: 'right' },
                { title: t('alertRules.waiting'), dataIndex: 'waiting', align: 'right' },
                {
                  title: t('alertRules.median'),
                  key: 'median',
                  align: 'right',
                  render: (_, row) => hours(row.hours_median),
                },
                { title: t('alertRules.p90'), key: 'p90', align: 'right', render: (_, row) => hours(row.hours_p90) },
              ]}
            />
          )}
        </>
      )}
    </section>
  );
}
