import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { ReasonDialog } from '../../../platform/crud/web/ReasonDialog.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { Pages } from '../../../platform/ui/web/Pages.tsx';
import { propose, runs } from '../contract.ts';
import { RUN } from '../rules.ts';
import { RunCard } from './RunCard.tsx';
import styles from './retention.module.css';

const SIZE = 10;
const MOVING_MS = 3000;

/** Lists of what is to be erased, the newest first, and the proposal of another one. */
export function Runs({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mayPropose = useMay('retention/decide', 'create');
  const [proposing, setProposing] = useState(false);
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['retention', 'runs', page],
    queryFn: ({ signal }) => call(runs, { query: { page, size: SIZE } }, { signal, quiet: true }),
    gcTime: 0,
    placeholderData: keepPreviousData,
    // Approved lists change by themselves while they are moved.
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === RUN.approved) ? MOVING_MS * 10 : false,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const waits = data.items.some(({ status }) => status === RUN.proposed);
  return (
    <div className={styles.stack}>
      {mayPropose && (
        <div>
          <Button type="primary" disabled={waits} onClick={() => setProposing(true)}>
            {t('retention.propose')}
          </Button>
        </div>
      )}
      {data.items.length === 0 ? (
        <Empty description={t('retention.runsNone')} />
      ) : (
        <ul className={styles.list}>
          {data.items.map((run) => (
            <RunCard key={run.run_id} run={run} onBack={onBack} />
          ))}
        </ul>
      )}
      {data.total > SIZE && <Pages current={page} pageSize={SIZE} total={data.total} onChange={setPage} />}
      <ReasonDialog
        open={proposing}
        title={t('retention.proposeTitle')}
        about={t('retention.proposeAbout')}
        verb={t('retention.propose')}
        done={t('retention.proposed')}
        run={async (reason) => {
          await call(propose, { body: { reason } }, { quiet: true });
          setPage(1);
          await client.invalidateQueries({ queryKey: ['retention'] });
        }}
        onClose={() => setProposing(false)}
      />
    </div>
  );
}
