import { Table, Typography } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../platform/charts/web/Chart.tsx';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { minuteOf } from '../../../platform/schema/wall-clock.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { reasonKey } from '../../screening/public.ts';
import type { GroupReport, Participation, ReportScale } from '../contract.ts';
import { changeFigure } from '../rules/figures.ts';
import { columnsOf, listsParts } from '../rules/words.ts';
import { DimensionReport } from './DimensionReport.tsx';
import { groupReports } from './texts.zh.ts';
import styles from './group-reports.module.css';

provideTexts({ groupReports });

/** Texts for numbers: suppressed ones say so, and those that a reader does not get at all are a dash. */
function useNumbers(smallest: number | undefined) {
  const { t } = useTranslation();
  const few = smallest === undefined ? t('groupReports.unread') : t('groupReports.few', { smallest });
  return { few, people: (n: number | undefined) => (n === undefined ? few : t('groupReports.people', { count: n })) };
}

function ParticipationCard({ report }: { report: GroupReport }) {
  const { t } = useTranslation();
  const { people } = useNumbers(report.smallest ?? 5);
  const columns = columnsOf(report);
  if (columns.length === 0) return null;
  const { parts, participation } = report;
  return (
    <section className={styles.card} aria-labelledby="participation">
      <h2 id="participation" className={styles.heading}>
        {t('groupReports.participation')}
      </h2>
      <dl className={styles.numbers}>
        {columns.map((key) => (
          <div key={key}>
            <dt>{t(`groupReports.${key}`)}</dt>
            <dd>{people(participation[key])}</dd>
          </div>
        ))}
      </dl>
      {listsParts(report) && (
        <Table<Participation & { key: string; label: string }>
          size="small"
          rowKey="key"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={parts.rows}
          columns={[
            { title: t(`groupReports.part.${parts.by}`), dataIndex: 'label', fixed: 'left' },
            ...columns.map((key) => ({
              title: t(`groupReports.${key}`),
              key,
              align: 'right' as const,
              render: (_: unknown, row: Participation) => people(row[key]),
            })),
          ]}
        />
      )}
    </section>
  );
}

function Scale({ scale, few }: { scale: ReportScale; few: string }) {
  const { t } = useTranslation();
  const { valid = few, void: voided = few, marked = few, positive = few } = scale;
  return (
    <section className={styles.card} aria-label={scale.title}>
      <h2 className={styles.heading}>{scale.title}</h2>
      {scale.norm_title !== undefined && (
        <p className={styles.quiet}>{t('groupReports.norm', { title: scale.norm_title })}</p>
      )}
      {scale.versions && (
        <p className={styles.quiet}>
          {t('groupReports.versions', { list: scale.versions.join('、'), first: scale.versions[0] })}
        </p>
      )}
      <p className={styles.quiet}>{t('groupReports.sheets', { valid, void: voided, marked, positive })}</p>
      {scale.valid === 0 ? (
        <p>{t('groupReports.empty')}</p>
      ) : (
        scale.dimensions.map((dimension) => (
          <DimensionReport key={dimension.dimension_id} scale={scale} dimension={dimension} few={few} />
        ))
      )}
    </section>
  );
}

type Compared = NonNullable<GroupReport['comparison']>['scales'][number]['dimensions'][number];

function Changes({ scale, dimension, few }: { scale: string; dimension: Compared; few: string }) {
  const { t } = useTranslation();
  const figure = useMemo(
    () =>
      changeFigure(dimension, {
        title: t('groupReports.changes', { scale, dimension: dimension.title }),
        group: t('groupReports.group'),
        before: t('groupReports.before'),
        now: t('groupReports.now'),
        few,
      }),
    [t, scale, dimension, few],
  );
  return <Chart figure={figure} />;
}

function ComparisonCard({ report, few }: { report: GroupReport; few: string }) {
  const { t } = useTranslation();
  const { comparison } = report;
  if (!comparison) return null;
  return (
    <section className={styles.card} aria-labelledby="comparison">
      <h2 id="comparison" className={styles.heading}>
        {t('groupReports.comparison', { name: comparison.exam_name })}
      </h2>
      <p className={styles.quiet}>
        {comparison.grades.length === 0
          ? t('groupReports.differentGrades')
          : t('groupReports.comparedGrades', { grades: comparison.grades.join('、') })}
      </p>
      {comparison.grades.length > 0 &&
        comparison.scales.map(({ scale_id, title, reasons, dimensions }) =>
          reasons.length > 0 ? (
            <p key={scale_id}>
              {t('groupReports.differentScale', {
                scale: title,
                reasons: reasons.map((reason) => t(`groupReports.notComparable.${reasonKey(reason)}`)).join('；'),
              })}
            </p>
          ) : (
            dimensions.map((dimension) => (
              <Changes key={dimension.dimension_id} scale={title} dimension={dimension} few={few} />
            ))
          ),
        )}
    </section>
  );
}

function TextCard({ text }: { text: readonly string[] }) {
  const { t } = useTranslation();
  const names = [t('groupReports.copy'), t('groupReports.copied')];
  return (
    <section className={`${styles.card} ${styles.text}`} aria-labelledby="meeting-text">
      <header className={styles.row}>
        <h2 id="meeting-text" className={styles.heading}>
          {t('groupReports.text')}
        </h2>
        <Typography.Text
          className={styles.noPrint ?? ''}
          copyable={{ text: text.join('\n'), icon: names, tooltips: names }}
        />
      </header>
      <p className={styles.quiet}>{t('groupReports.textAbout')}</p>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}

/** A report of any level: participation, distributions, comparison, and words for a meeting. */
export function ReportView({ report }: { report: GroupReport }) {
  const { t } = useTranslation();
  const { few } = useNumbers(report.smallest);
  const { starts_at: from, ends_at: to, smallest } = report;
  return (
    <>
      <section className={styles.card} aria-labelledby="report-of">
        <h2 id="report-of" className={styles.heading}>{`${report.title} · ${report.name}`}</h2>
        {from !== undefined && to !== undefined && (
          <p className={styles.quiet}>{t('groupReports.window', { from: dateText(from), to: dateText(to) })}</p>
        )}
        <p className={styles.quiet}>
          {t('groupReports.asOf', { at: minuteOf(Date.parse(report.as_of)) })}
          {!report.is_over && `；${t('groupReports.running')}`}
        </p>
        {smallest !== undefined && <p className={styles.quiet}>{t('groupReports.rounded', { smallest })}</p>}
      </section>
      <ParticipationCard report={report} />
      {report.shown_at_end === true && <p className={styles.card}>{t('groupReports.shownAtEnd')}</p>}
      {report.scales.map((scale) => (
        <Scale key={scale.scale_id} scale={scale} few={few} />
      ))}
      <ComparisonCard report={report} few={few} />
      <TextCard text={report.text} />
    </>
  );
}
