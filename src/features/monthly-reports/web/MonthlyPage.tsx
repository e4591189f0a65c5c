import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Button, Segmented, Select, Skeleton, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { exportStarted } from '../../../platform/crud/web/export-started.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import { monthlyReport, monthlyReportFile } from '../contract.ts';
import { CHOOSABLE, closedMonths } from '../rules/months.ts';
import { AutomaticCard } from './AutomaticCard.tsx';
import { MonthlyView } from './MonthlyView.tsx';
import { monthlyReports } from './texts.zh.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './monthly.module.css';

provideTexts({ monthlyReports });

/** /report/monthly: the numbers of a month; the address holds the month and how it counts. */
export function MonthlyPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { org } = useCurrentUser();
  const isMobile = useMobile();
  const [search, setSearch] = useSearchParams();
  const months = closedMonths(Date.now(), CHOOSABLE);
  const month = search.get('month') ?? months[0] ?? '';
  const isExact = search.get('numbers') === 'exact';
  const query = isExact ? { numbers: 'exact' as const } : {};
  const params = { month };
  const { data, error, refetch } = useQuery({
    queryKey: ['monthly-report', month, isExact],
    queryFn: ({ signal }) => call(monthlyReport, { params, query }, { signal, quiet: true }),
    gcTime: 0,
  });
  const making = useMutation({
    mutationFn: () => call(monthlyReportFile, { params, body: query }, { quiet: true }),
    onSuccess: () => {
      exportStarted.set(exportStarted.get() + 1);
      void message.success(t('monthlyReports.started'));
    },
    onError: (failure) => void message.error(failureOf(failure).message),
  });
  const choose = (change: { month?: string; numbers?: string }) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(change)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  return (
    <div className={page.page}>
      <PageTitle title={t('page.monthlyReport.title')} about={t('page.monthlyReport.about')} />
      <div className={`${styles.card} ${styles.row} ${styles.noPrint}`}>
        <Space wrap>
          <Select
            aria-label={t('monthlyReports.month')}
            style={{ minWidth: 140 }}
            value={month}
            options={months.map((value) => ({ value, label: monthLabel(value) }))}
            onChange={(value: string) => choose({ month: value })}
          />
          {org.org_type === ORG_TYPE.school && (
            <Segmented
              vertical={isMobile}
              aria-label={t('monthlyReports.numbers')}
              value={isExact ? 'exact' : ''}
              options={[
                { value: '', label: t('monthlyReports.rounded') },
                { value: 'exact', label: t('monthlyReports.exact') },
              ]}
              onChange={(numbers) => choose({ numbers })}
            />
          )}
        </Space>
        <Space wrap>
          <Button onClick={() => window.print()}>{t('monthlyReports.print')}</Button>
          <Button type="primary" disabled={!data} loading={making.isPending} onClick={() => making.mutate()}>
            {t('monthlyReports.makePdf')}
          </Button>
        </Space>
      </div>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <MonthlyView report={data} />
      )}
      {/* Below what is loaded, so that it does not move. */}
      {(data !== undefined || error !== null) && <AutomaticCard monthLabel={monthLabel} />}
    </div>
  );

  function monthLabel(value: string): string {
    return t('monthlyReports.monthOf', { year: value.slice(0, 4), month: Number(value.slice(5)) });
  }
}
