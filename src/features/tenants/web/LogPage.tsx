import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { usePageArrows } from '../../../platform/ui/web/use-page-arrows.ts';
import { platformLog, type LogEntry } from '../contract/organisations.ts';
import { Proven } from './Proven.tsx';
import { platform } from './texts.zh.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './tenants.module.css';

provideTexts({ platform });

const SIZE = 20;
/** Entries about accounts of operators have ids that say nothing. */
const IS_ORGANISATION = /^\d+$/;

function Entries() {
  const { t } = useTranslation();
  const arrows = usePageArrows();
  const [no, setNo] = useState(1);
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['platform', 'log', no],
    queryFn: ({ signal }) => call(platformLog, { query: { page: no, size: SIZE } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  const columns: ColumnsType<LogEntry> = [
    { title: t('platform.columns.at'), width: 170, render: (_, { at }) => dateText(at) },
    { title: t('platform.columns.who'), dataIndex: 'who', width: 140 },
    { title: t('platform.columns.act'), dataIndex: 'act', width: 110 },
    {
      title: t('platform.columns.name'),
      width: 200,
      render: (_, { org_name, org_id }) => (
        <span className={styles.lines}>
          <span>{org_name}</span>
          {IS_ORGANISATION.test(org_id) && <span className={styles.small}>{org_id}</span>}
        </span>
      ),
    },
    {
      title: t('platform.columns.facts'),
      render: (_, { facts }) => (
        <span className={styles.lines}>
          {facts.map(({ label, value }) => (
            <span key={label} className={styles.small}>
              {label}：{value}
            </span>
          ))}
        </span>
      ),
    },
  ];
  return (
    <Table<LogEntry>
      rowKey="log_id"
      size="middle"
      loading={isPending}
      columns={columns}
      dataSource={data?.items ?? []}
      scroll={{ x: 960 }}
      pagination={{
        current: no,
        pageSize: SIZE,
        total: data?.total ?? 0,
        onChange: setNo,
        showSizeChanger: false,
        itemRender: arrows,
      }}
    />
  );
}

/** /platform/log: the platform's own chain. */
export function LogPage() {
  const { t } = useTranslation();
  return (
    <div className={page.page}>
      <PageTitle
        title={t('page.platformLog.title')}
        about={t('page.platformLog.about')}
        acts={<Link to="/platform/organisations">{t('platform.toOrganisations')}</Link>}
      />
      <Proven>{() => <Entries />}</Proven>
    </div>
  );
}
