import { Alert, Table, Typography } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../platform/charts/web/Chart.tsx';
import { minuteOf } from '../../../platform/schema/wall-clock.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import type { MonthlyLine, MonthlyReport, MonthlySection } from '../contract.ts';
import { sectionFigure } from '../rules/figures.ts';
import styles from './monthly.module.css';

const PERIODS = ['now', 'before', 'last_year'] as const;
/** Minutes; longer times are shown in hours. */
const HOUR = 60;
const LONG = 2 * HOUR;

function useFew(smallest: number | undefined): string {
  const { t } = useTranslation();
  return smallest === undefined ? t('monthlyReports.unknown') : t('monthlyReports.few', { smallest });
}

function SectionCard({ section, report }: { section: MonthlySection; report: MonthlyReport }) {
  const { t } = useTranslation();
  const few = useFew(report.smallest);
  const { known } = report;
  const figure = useMemo(
    () => sectionFigure(section, known, { ...t('monthlyReports', { returnObjects: true }), few }),
    [section, known, t, few],
  );
  const numberOf = (line: MonthlyLine, period: (typeof PERIODS)[number]): string => {
    const n = line[period];
    if (n !== undefined && line.unit === 'minute' && n >= LONG)
      return t('monthlyReports.unit.hour', { n: (n / HOUR).toFixed(1) });
    if (n !== undefined) return t(`monthlyReports.unit.${line.unit}`, { n });
    return line.unit === 'minute' || (period !== 'now' && !known[period]) ? t('monthlyReports.unknown') : few;
  };
  return (
    <section className={styles.card} aria-label={section.title}>
      {figure ? <Chart figure={figure} /> : <h2 className={styles.heading}>{section.title}</h2>}
      <Table<MonthlyLine>
        className={styles.table ?? ''}
        size="small"
        rowKey="key"
        pagination={false}
        dataSource={section.lines}
        aria-label={t('monthlyReports.table', { title: section.title })}
        columns={[
          { title: t('monthlyReports.item'), dataIndex: 'label' },
          ...PERIODS.map((period) => ({
            title: t(`monthlyReports.${period}`),
            key: period,
            align: 'right' as const,
            render: (_: unknown, line: MonthlyLine) => numberOf(line, period),
          })),
        ]}
      />
    </section>
  );
}

function ScreeningsCard({ report: { screenings, smallest } }: { report: MonthlyReport }) {
  const { t } = useTranslation();
  const few = useFew(smallest);
  return (
    <section className={styles.card} aria-labelledby="month-screenings">
      <h2 id="month-screenings" className={styles.heading}>
        {t('monthlyReports.screenings')}
      </h2>
      {screenings.length === 0 && <p className={styles.quiet}>{t('monthlyReports.noScreening')}</p>}
      {screenings.map(({ id, title, starts_at, ends_at, asked = few, submitted = few, shown_at_end, scales }) => (
        <div key={id}>
          <h3 className={styles.subheading}>{title}</h3>
          <p className={styles.quiet}>
            {starts_at !== undefined &&
              ends_at !== undefined &&
              `${t('monthlyReports.window', { from: dateText(starts_at), to: dateText(ends_at) })}；`}
            {t('monthlyReports.taking', { asked, submitted })}
          </p>
          {shown_at_end && <p className={styles.quiet}>{t('monthlyReports.shownAtEnd')}</p>}
          {scales.length > 0 && (
            <Table
              size="small"
              rowKey="scale_id"
              pagination={false}
              scroll={{ x: 'max-content' }}
              dataSource={scales}
              aria-label={t('monthlyReports.table', { title })}
              columns={[
                { title: t('monthlyReports.scale'), dataIndex: 'title' },
                {
                  title: t('monthlyReports.valid'),
                  key: 'valid',
                  align: 'right',
                  render: (_, { valid = few }) => valid,
                },
                {
                  title: t('monthlyReports.bands'),
                  key: 'bands',
                  render: (_, { bands }) =>
                    bands.map(({ title: band, n = few }) => t('monthlyReports.band', { title: band, n })).join('；'),
                },
              ]}
            />
          )}
        </div>
      ))}
    </section>
  );
}

type SchoolRow = NonNullable<MonthlyReport['schools']>['rows'][number];

function SchoolsCard({ schools, smallest }: { schools: NonNullable<MonthlyReport['schools']>; smallest?: number }) {
  const { t } = useTranslation();
  const few = useFew(smallest);
  const numberOf = ({ counted, numbers }: SchoolRow, key: string) =>
    counted ? (numbers.find((each) => each.key === key)?.n ?? few) : t('monthlyReports.uncounted');
  return (
    <section className={styles.card} aria-labelledby="month-schools">
      <h2 id="month-schools" className={styles.heading}>
        {t('monthlyReports.schools')}
      </h2>
      <p className={styles.quiet}>{t('monthlyReports.schoolsAbout')}</p>
      <Table<SchoolRow>
        size="small"
        rowKey="key"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={schools.rows}
        aria-label={t('monthlyReports.table', { title: t('monthlyReports.schools') })}
        columns={[
          { title: t('monthlyReports.school'), dataIndex: 'label', fixed: 'left' },
          ...schools.columns.map(({ key, label }) => ({
            title: label,
            key,
            align: 'right' as const,
            render: (_: unknown, row: SchoolRow) => numberOf(row, key),
          })),
        ]}
      />
    </section>
  );
}

function TextCard({ text }: { text: readonly string[] }) {
  const { t } = useTranslation();
  const names = [t('monthlyReports.copy'), t('monthlyReports.copied')];
  return (
    <section className={`${styles.card} ${styles.text}`} aria-labelledby="month-text">
      <header className={styles.row}>
        <h2 id="month-text" className={styles.heading}>
          {t('monthlyReports.text')}
        </h2>
        <Typography.Text
          className={styles.noPrint ?? ''}
          copyable={{ text: text.join('\n'), icon: names, tooltips: names }}
        />
      </header>
      <p className={styles.quiet}>{t('monthlyReports.textAbout')}</p>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}

/** A month: how it counts, its sections, screenings, schools, and words for a meeting. */
export function MonthlyView({ report }: { report: MonthlyReport }) {
  const { t } = useTranslation();
  const { name, as_of, smallest, sections, schools, text } = report;
  return (
    <>
      <section className={styles.card} aria-labelledby="month-of">
        <h2 id="month-of" className={styles.heading}>
          {name}
        </h2>
        <p className={styles.quiet}>{t('monthlyReports.asOf', { at: minuteOf(Date.parse(as_of)) })}</p>
        {smallest === undefined ? (
          <Alert type="warning" showIcon message={t('monthlyReports.aboutExact')} />
        ) : (
          <p className={styles.quiet}>{t('monthlyReports.aboutRounded', { smallest })}</p>
        )}
      </section>
      {sections.map((section) => (
        <SectionCard key={section.key} section={section} report={report} />
      ))}
      <ScreeningsCard report={report} />
      {schools && <SchoolsCard schools={schools} {...(smallest !== undefined && { smallest })} />}
      <TextCard text={text} />
    </>
  );
}
