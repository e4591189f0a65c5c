import { LockOutlined, UnlockOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { ReasonDialog } from '../../../platform/crud/web/ReasonDialog.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { Tag } from '../../../platform/ui/web/Tag.tsx';
import { holds, liftHold, type Hold } from '../contract.ts';
import { Proven } from './Proven.tsx';
import styles from './retention.module.css';

/** Legal holds, those in force first. */
export const Holds = ({ onBack }: { onBack: () => void }) => <Proven onBack={onBack}>{() => <HoldList />}</Proven>;

function HoldList() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mayLift = useMay('retention/hold', 'update');
  const [lifting, setLifting] = useState<Hold>();
  const shown = useLast(lifting);
  const nameOf = (hold: Hold | undefined) => hold?.child_name ?? t('retention.holdQuarantined');
  const { data, error, refetch } = useQuery({
    queryKey: ['retention', 'holds'],
    queryFn: ({ signal }) => call(holds, {}, { signal, quiet: true }),
    gcTime: 0,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />;
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t('retention.holdsAbout')}</p>
      {data.items.length === 0 ? (
        <Empty description={t('retention.holdsNone')} />
      ) : (
        <ul className={styles.list}>
          {data.items.map((hold) => (
            <li key={hold.hold_id} className={styles.card}>
              <div className={styles.head}>
                <strong>{nameOf(hold)}</strong>
                <Tag
                  look={hold.lifted_at === undefined ? 'yellow' : 'grey'}
                  icon={hold.lifted_at === undefined ? <LockOutlined /> : <UnlockOutlined />}
                >
                  {t(hold.lifted_at === undefined ? 'retention.inForce' : 'retention.lifted')}
                </Tag>
              </div>
              <p className={styles.words}>{hold.reason}</p>
              <p className={styles.quiet}>
                {t('retention.holdBy', { name: hold.set_by_name, at: dateText(hold.set_at) })}
              </p>
              {hold.lifted_at !== undefined && (
                <p className={styles.quiet}>
                  {t('retention.liftedBy', {
                    name: hold.lifted_by_name ?? '',
                    at: dateText(hold.lifted_at),
                    text: hold.lift_reason ?? '',
                  })}
                </p>
              )}
              {mayLift && hold.lifted_at === undefined && (
                <Button onClick={() => setLifting(hold)}>{t('retention.lift')}</Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <ReasonDialog
        open={lifting !== undefined}
        title={t('retention.liftTitle', { name: nameOf(shown) })}
        about={t('retention.liftAbout')}
        verb={t('retention.lift')}
        done={t('retention.liftDone')}
        run={async (reason) => {
          if (!shown) return;
          await call(liftHold, { params: { id: shown.hold_id }, body: { reason } }, { quiet: true });
          await client.invalidateQueries({ queryKey: ['retention'] });
        }}
        onClose={() => setLifting(undefined)}
      />
    </div>
  );
}
