import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Empty, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { tasks, type Task } from '../../contract/tasks.ts';
import { Proven } from '../Proven.tsx';
import { platform } from '../texts.zh.ts';
import { TaskCard } from './TaskCard.tsx';
import page from '../../../../platform/crud/web/page.module.css';
import styles from '../tenants.module.css';

provideTexts({ platform });

const SIZE = 10;
/** How often running tasks are asked for; milliseconds. */
const ASK_MS = 2000;

const RUNNING: ReadonlySet<Task['state']> = new Set(['uploading', 'checking', 'working', 'erased', 'imported']);
const isRunning = ({ state, problem }: Task): boolean => RUNNING.has(state) && problem === undefined;

function Tasks() {
  const { t } = useTranslation();
  const [no, setNo] = useState(1);
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['platform', 'tasks', no],
    queryFn: ({ signal }) => call(tasks, { query: { page: no, size: SIZE } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? ASK_MS : false),
    gcTime: 0,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active />;
  if (data.total === 0) return <Empty description={t('platform.tasks.none')} />;
  return (
    <>
      <ul className={styles.cards} aria-label={t('page.platformTasks.title')}>
        {data.items.map((task) => (
          <TaskCard key={task.task_id} task={task} />
        ))}
      </ul>
      <Pagination
        current={no}
        pageSize={SIZE}
        total={data.total}
        hideOnSinglePage
        showSizeChanger={false}
        onChange={setNo}
      />
    </>
  );
}

/** /platform/tasks: what operators do with whole organisations in the background. */
export function TasksPage() {
  const { t } = useTranslation();
  return (
    <div className={page.page}>
      <PageTitle
        title={t('page.platformTasks.title')}
        about={t('page.platformTasks.about')}
        acts={<Link to="/platform/organisations">{t('platform.toOrganisations')}</Link>}
      />
      <Proven>{() => <Tasks />}</Proven>
    </div>
  );
}
