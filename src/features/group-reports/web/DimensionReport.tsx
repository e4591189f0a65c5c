import { Segmented, Table } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../platform/charts/web/Chart.tsx';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import type { ReportDimension, ReportScale } from '../contract.ts';
import { bandFigure } from '../rules/figures.ts';
import { signed } from '../rules/words.ts';
import { groupReports } from './texts.zh.ts';
import styles from './group-reports.module.css';

provideTexts({ groupReports });

type Group = ReportDimension['groups'][number];

const numberColumn = (key: string, title: string, text: (group: Group) => string | number) => ({
  title,
  key,
  align: 'right' as const,
  render: (_: unknown, group: Group) => text(group),
});

/** The norm beside the mean of each group; a dash where not every student belongs to its people. */
function normColumns(t: TFunction) {
  const unread = t('groupReports.unread');
  const shown = (value: number | undefined) => (value === undefined ? unread : signed(value));
  return [
    numberColumn('norm', t('groupReports.normMean'), ({ norm }) => norm?.mean ?? unread),
    numberColumn('difference', t('groupReports.difference'), ({ norm }) => shown(norm?.difference)),
    numberColumn('d', 'd', ({ norm }) => shown(norm?.d)),
  ];
}

/** Names of all students and of a sex in the reader's language; grades, classes and schools have their own. */
const nameOf = (t: TFunction, { by, key, label }: Group): string => {
  if (by === 'all') return t('groupReports.everyone');
  const isOfSex = by === 'sex' && (key === '1' || key === '2');
  return isOfSex ? t(`groupReports.sex.${key}`) : label;
};

interface Props {
  scale: ReportScale;
  dimension: ReportDimension;
  few: string;
}

/** One dimension of a scale: means beside the norm, the distribution, and the numbers of each group. */
export function DimensionReport({ scale, dimension: given, few }: Props) {
  const { t } = useTranslation();
  const dimension = useMemo(
    () => ({ ...given, groups: given.groups.map((group) => ({ ...group, label: nameOf(t, group) })) }),
    [given, t],
  );
  const [isAttentive, setAttentive] = useState(false);
  const figure = useMemo(
    () =>
      bandFigure(
        dimension,
        {
          title: t('groupReports.distribution', { scale: scale.title, dimension: dimension.title }),
          group: t('groupReports.group'),
          few,
        },
        isAttentive,
      ),
    [t, scale, dimension, isAttentive, few],
  );
  const all = dimension.groups.find(({ by }) => by === 'all');
  const { norm_gap, sd } = dimension;
  const hasNorm = dimension.groups.some(({ norm }) => norm !== undefined);
  return (
    <>
      {all?.mean !== undefined && all.norm && sd !== undefined && (
        <p className={styles.quiet}>
          {t('groupReports.against', { mean: all.mean, sd, norm: all.norm.mean, normSd: all.norm.sd })}
        </p>
      )}
      {hasNorm && <p className={styles.quiet}>{t('groupReports.normAbout')}</p>}
      {norm_gap && <p className={styles.quiet}>{t('groupReports.normGap')}</p>}
      {scale.marked !== undefined && scale.marked > 0 && (
        <div className={`${styles.choice} ${styles.noPrint}`}>
          {t('groupReports.marked')}{' '}
          <Segmented
            size="small"
            aria-label={t('groupReports.marked')}
            value={isAttentive}
            onChange={setAttentive}
            options={[
              { value: false, label: t('groupReports.with') },
              { value: true, label: t('groupReports.without') },
            ]}
          />
        </div>
      )}
      <Chart figure={figure} />
      <Table
        size="small"
        rowKey={({ by, key }) => `${by}-${key}`}
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={dimension.groups}
        aria-label={t('groupReports.counts', { scale: scale.title, dimension: dimension.title })}
        columns={[
          { title: t('groupReports.group'), dataIndex: 'label', fixed: 'left' },
          { title: t('groupReports.total'), key: 'n', align: 'right', render: (_, { n }) => n ?? few },
          ...dimension.bands.map(({ band_id, title }) => ({
            title,
            key: band_id,
            align: 'right' as const,
            render: (_: unknown, group: ReportDimension['groups'][number]) => {
              const band = group.bands.find((each) => each.band_id === band_id);
              return (isAttentive ? band?.attentive : band?.n) ?? few;
            },
          })),
          ...(all?.mean === undefined
            ? []
            : [numberColumn('mean', t('groupReports.mean'), ({ mean }) => mean ?? t('groupReports.unread'))]),
          ...(hasNorm ? normColumns(t) : []),
        ]}
      />
    </>
  );
}
