import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Button, Skeleton, Space } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../platform/crud/web/acts/save-file.ts';
import { exportStarted } from '../../../platform/crud/web/export-started.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import type { GroupReport } from '../contract.ts';
import { ReportView } from './ReportView.tsx';
import { groupReports } from './texts.zh.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './group-reports.module.css';

provideTexts({ groupReports });

interface Props {
  title: string;
  about: string;
  /** What distinguishes this report from others. */
  of: readonly unknown[];
  calls: {
    read: (signal: AbortSignal) => Promise<GroupReport>;
    /** The numbers as a sheet. */
    write: () => Promise<Parameters<typeof saveFile>[0]>;
    /** Starts the report as a PDF. */
    start: () => Promise<unknown>;
  };
  /** The control that chooses a place. */
  choose: (report: GroupReport) => ReactNode;
  children?: ReactNode;
}

/** A page with one report, its places, its file and its print. */
export function ReportPage({ title, about, of, calls, choose, children }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { data, error, refetch } = useQuery({
    queryKey: ['group-report', ...of],
    queryFn: ({ signal }) => calls.read(signal),
    gcTime: 0,
  });
  const exporting = useMutation({
    mutationFn: calls.write,
    onSuccess: (file) => {
      saveFile(file, title);
      void message.success(t('groupReports.exported'));
    },
    onError: (failure) => void message.error(failureOf(failure).message),
  });
  const making = useMutation({
    mutationFn: calls.start,
    onSuccess: () => {
      exportStarted.set(exportStarted.get() + 1);
      void message.success(t('groupReports.started'));
    },
    onError: (failure) => void message.error(failureOf(failure).message),
  });
  return (
    <div className={page.page}>
      <PageTitle title={title} about={about} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <>
          <div className={`${styles.card} ${styles.row} ${styles.noPrint}`}>
            {choose(data)}
            <Space wrap>
              <Button onClick={() => window.print()}>{t('groupReports.print')}</Button>
              <Button type="primary" loading={making.isPending} onClick={() => making.mutate()}>
                {t('groupReports.makePdf')}
              </Button>
              <Button loading={exporting.isPending} onClick={() => exporting.mutate()}>
                {t('groupReports.export')}
              </Button>
            </Space>
          </div>
          <div className={styles.report}>
            <ReportView report={data} />
            {children}
          </div>
        </>
      )}
    </div>
  );
}
