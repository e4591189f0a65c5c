import { AlertOutlined, CheckCircleOutlined, ClockCircleOutlined, UserSwitchOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Segmented, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { Pages } from '../../../platform/ui/web/Pages.tsx';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { Tag } from '../../../platform/ui/web/Tag.tsx';
import { ownReports as endpoint, type OwnReport } from '../contract/reports.ts';
import { openCrisisReport } from './crisis-dialogs.ts';
import { ownReports } from './texts.zh.ts';
import pageStyles from '../../../platform/crud/web/page.module.css';
import styles from './case.module.css';

provideTexts({ ownReports });

const PAGE_SIZE = 20;

const STATES = ['waiting', 'taken', 'verified'] as const;

const LOOKS = {
  waiting: { look: 'yellow', icon: <ClockCircleOutlined /> },
  taken: { look: 'grey', icon: <UserSwitchOutlined /> },
  verified: { look: 'grey', icon: <CheckCircleOutlined /> },
} as const;

function Report({ report }: { report: OwnReport }): ReactNode {
  const { t } = useTranslation();
  const { child_name, class_name, category_name, reported_at, state, taken_by_name: name, taken_at } = report;
  const { look, icon } = LOOKS[state];
  return (
    <li className={styles.report}>
      <div className={styles.stepHead}>
        <strong>{child_name}</strong>
        <Tag look={look} icon={icon}>
          {t(`ownReports.states.${state}`)}
        </Tag>
      </div>
      <p className={styles.facts}>
        {[class_name, category_name, t('ownReports.reported', { at: dateText(reported_at) })]
          .filter(Boolean)
          .join('，')}
      </p>
      <p className={styles.quiet}>
        {state === 'waiting' || taken_at === undefined
          ? t('ownReports.waitingText')
          : t(`ownReports.by.${state}`, { name: name ?? '', at: dateText(taken_at) })}
      </p>
    </li>
  );
}

/** /warning/own-reports: what the user reported, and who looks after it. Everyone who may report has it. */
export function OwnReportsPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const page = Number(/^[1-9]\d{0,3}$/.exec(search.get('page') ?? '')?.[0] ?? 1);
  const state = STATES.find((one) => one === search.get('state'));
  const { data, error, refetch } = useQuery({
    queryKey: ['own-reports', page, state],
    queryFn: ({ signal }) =>
      call(endpoint, { query: { page, size: PAGE_SIZE, ...(state && { state }) } }, { signal, quiet: true }),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const reportButton = (
    <Button type="primary" icon={<AlertOutlined aria-hidden />} onClick={() => openCrisisReport()}>
      {t('layout.crisisReport')}
    </Button>
  );
  return (
    <div className={pageStyles.page}>
      <PageTitle title={t('page.ownReports.title')} about={t('ownReports.about')} acts={reportButton} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : (
        <section className={styles.card} aria-label={t('page.ownReports.title')}>
          <Segmented
            aria-label={t('page.ownReports.title')}
            value={state ?? 'all'}
            onChange={(next) => setSearch(next === 'all' ? {} : { state: next })}
            options={[
              { value: 'all' as const, label: t('ownReports.all') },
              ...STATES.map((one) => ({ value: one, label: t(`ownReports.states.${one}`) })),
            ]}
          />
          {data.items.length === 0 && <p className={styles.quiet}>{t('ownReports.none')}</p>}
          <ul className={styles.reports}>
            {data.items.map((report) => (
              <Report key={report.warn_id} report={report} />
            ))}
          </ul>
          {data.total > PAGE_SIZE && (
            <Pages
              current={page}
              pageSize={PAGE_SIZE}
              total={data.total}
              onChange={(next) => setSearch({ ...(state && { state }), ...(next > 1 && { page: String(next) }) })}
            />
          )}
        </section>
      )}
    </div>
  );
}
