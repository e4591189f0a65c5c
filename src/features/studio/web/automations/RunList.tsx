import { useQuery } from '@tanstack/react-query';
import { Alert, Pagination, Segmented, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { SHOW } from '../../../../platform/crud/web/states/show-key.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { OWN_PAGE } from '../../../../platform/schema/own-resource.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { automationRuns, RUN_STATES, type Run } from '../../../automations/public.ts';
import own from './automations.module.css';

const SIZE = 20;
const COLOURS = { waiting: 'processing', done: 'default', failed: 'error', skipped: 'default' } as const;

/** The last runs of a resource's automations, with what came of them. */
export function RunList({ entity }: { entity: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<Run['state'] | 'all'>('all');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['studio', 'automation-runs', entity, state, page],
    queryFn: ({ signal }) =>
      call(
        automationRuns,
        { params: { entity }, query: { page, size: SIZE, ...(state !== 'all' && { state }) } },
        { signal, quiet: true },
      ),
    gcTime: 0,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return (
    <>
      {data.failed > 0 && (
        <Alert type="error" showIcon role="alert" message={t('studioAutomations.failed', { count: data.failed })} />
      )}
      <div className={own.inline}>
        <Segmented<Run['state'] | 'all'>
          aria-label={t('studioAutomations.filter')}
          value={state}
          options={[
            { value: 'all', label: t('studioAutomations.all') },
            ...RUN_STATES.map((value) => ({ value, label: t(`studioAutomations.states.${value}`) })),
          ]}
          onChange={(next) => {
            setState(next);
            setPage(1);
          }}
        />
        <span className={own.quiet}>{t('studioAutomations.today', { today: data.today, limit: data.limit })}</span>
      </div>
      {data.items.length === 0 && <p className={own.quiet}>{t('studioAutomations.noRuns')}</p>}
      <ul className={own.runs}>
        {data.items.map((run) => (
          <RunItem key={run.run_id} entity={entity} run={run} />
        ))}
      </ul>
      {data.total > SIZE && (
        <Pagination
          size="small"
          current={page}
          pageSize={SIZE}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  );
}

function RunItem({ entity, run }: { entity: string; run: Run }) {
  const { t } = useTranslation();
  const { title, state, fault, reason, notified, left_out: leftOut = 0, created, moved, row_id: rowId } = run;
  return (
    <li>
      <Tag color={COLOURS[state]}>{t(`studioAutomations.states.${state}`)}</Tag>
      <Link to={`${OWN_PAGE}/${entity}?${SHOW}=${rowId}`}>{title}</Link>
      {fault && <span>{t(`studioAutomations.faults.${fault}`)}</span>}
      {reason !== undefined && <span>{reason}</span>}
      {notified !== undefined && <span>{t('studioAutomations.notified', { count: notified })}</span>}
      {leftOut > 0 && <span className={own.quiet}>{t('studioAutomations.leftOut', { count: leftOut })}</span>}
      {created !== undefined && <span>{t('studioAutomations.created')}</span>}
      {moved !== undefined && <span>{t('studioAutomations.moved', { label: moved })}</span>}
      <time dateTime={run.created_at}>{dateText(run.created_at)}</time>
    </li>
  );
}
