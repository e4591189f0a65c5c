import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Button, Select, Skeleton, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { saveFile } from '../../../../platform/crud/web/acts/save-file.ts';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { ORG_TYPE } from '../../../../platform/identity/identity.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { codesOf, labelOf } from '../../../../platform/schema/labels.ts';
import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { exportWarnStatistics, warnStatistics, type StatisticsQuery } from '../../contract/warn-statistics.ts';
import { CRISIS_LEVELS } from '../../rules/crisis.ts';
import { monthsOf, schoolYearOf } from '../../rules/warn-statistics.ts';
import { Numbers, type Choose } from './Numbers.tsx';
import { warnStatistics as texts } from './texts.zh.ts';
import page from '../../../../platform/crud/web/page.module.css';
import styles from './statistics.module.css';

provideTexts({ warnStatistics: texts });

const NUMBER_PARAMETERS = ['school_year', 'source', 'crisis_level'] as const;
const TEXT_PARAMETERS = ['from', 'to', 'school_id', 'grade', 'class_id'] as const;

/** /warning/statistics: numbers of warnings for a place and a period; the address holds both. */
export function StatisticsPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { org } = useCurrentUser();
  const mayOpenMonth = useMay('report/monthly', 'open');
  const [search, setSearch] = useSearchParams();
  const query: StatisticsQuery = {};
  for (const name of NUMBER_PARAMETERS) if (search.has(name)) query[name] = Number(search.get(name));
  for (const name of TEXT_PARAMETERS) {
    const value = search.get(name);
    if (value !== null) query[name] = value;
  }
  const statistics = useQuery({
    queryKey: ['warn-statistics', query],
    queryFn: ({ signal }) => call(warnStatistics, { query }, { signal, quiet: true }),
    placeholderData: (previous) => previous,
  });
  const exporting = useMutation({
    mutationFn: (format: 'xlsx' | 'csv') =>
      call(exportWarnStatistics, { query: { ...query, format } }, { quiet: true }),
    onSuccess: (sheet) => {
      saveFile(sheet, 'statistics.xlsx');
      void message.success(t('warnStatistics.exported'));
    },
    onError: (error) => void message.error(t('warnStatistics.exportFailed', { reason: failureOf(error).message })),
  });
  const exportAs = useOnce((format: 'xlsx' | 'csv') => exporting.mutateAsync(format));
  const changeQuery: Choose = (change) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined) next.delete(name);
        else next.set(name, String(value));
      }
      return next;
    });
  const data = statistics.data;
  const year = query.school_year ?? data?.years[0] ?? schoolYearOf(Date.now());
  const isSchool = org.org_type === ORG_TYPE.school;
  const aboutText = (): string | undefined => {
    if (isSchool) return t('warnStatistics.aboutSchool');
    if (data?.smallest === undefined) return undefined;
    return t('warnStatistics.aboutInstitution', { smallest: data.smallest });
  };
  const months = monthsOf(year).map((value) => ({ value, label: value }));
  const filterSelect = (
    name: 'from' | 'to' | 'source' | 'crisis_level',
    label: string,
    options: { value: string | number; label: string }[],
  ) => (
    <label className={styles.filter}>
      <span>{label}</span>
      <Select
        allowClear
        placeholder={t('warnStatistics.all')}
        aria-label={label}
        value={query[name]}
        options={options}
        onChange={(value: string | number | undefined) => changeQuery({ [name]: value })}
      />
    </label>
  );
  return (
    <div className={page.page}>
      <PageTitle
        title={t('page.warnStatistics.title')}
        about={aboutText()}
        acts={
          <Space wrap>
            {mayOpenMonth && <Link to="/report/monthly">{t('page.monthlyReport.title')}</Link>}
            {(['xlsx', 'csv'] as const).map((format) => (
              <Button
                key={format}
                disabled={!data}
                loading={exporting.isPending && exporting.variables === format}
                onClick={() => exportAs(format)}
              >
                {t('warnStatistics.export')} {format.toUpperCase()}
              </Button>
            ))}
          </Space>
        }
      />
      <div className={styles.query}>
        <label className={styles.filter}>
          <span>{t('warnStatistics.year')}</span>
          <Select
            aria-label={t('warnStatistics.year')}
            value={year}
            options={(data?.years ?? [year]).map((value) => ({
              value,
              label: t('warnStatistics.yearOf', { from: value, to: value + 1 }),
            }))}
            onChange={(value: number) => changeQuery({ school_year: value, from: undefined, to: undefined })}
          />
        </label>
        {isSchool && (
          <>
            {filterSelect('from', t('warnStatistics.from'), months)}
            {filterSelect('to', t('warnStatistics.to'), months)}
            {filterSelect(
              'source',
              t('warnStatistics.source'),
              [...codesOf('warn_source')].map((code) => ({ value: Number(code), label: labelOf('warn_source', code) })),
            )}
            {filterSelect(
              'crisis_level',
              t('warnStatistics.level'),
              CRISIS_LEVELS.map((code) => ({ value: code, label: labelOf('crisis_level', code) })),
            )}
          </>
        )}
      </div>
      {statistics.isError ? (
        <FailedState error={statistics.error} onRetry={() => void statistics.refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <Numbers data={data} query={query} year={year} busy={statistics.isFetching} onChoose={changeQuery} />
      )}
    </div>
  );
}
