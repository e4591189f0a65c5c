import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Checkbox, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { ReasonDialog } from '../../../platform/crud/web/ReasonDialog.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { openWork, resume, suspend, type Organisation } from '../contract/organisations.ts';
import styles from './tenants.module.css';

interface Props {
  open: boolean;
  to: Organisation;
  onClose: () => void;
}

/** Suspends an organisation. What waits there for people is named, and must be confirmed. */
export function SuspendDialog({ open, to, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [confirmed, setConfirmed] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['platform', 'open-work', to.org_id],
    queryFn: ({ signal }) => call(openWork, { params: { id: to.org_id } }, { signal, quiet: true }),
    enabled: open,
    gcTime: 0,
  });
  const isWaiting = data !== undefined && data.warnings + data.cases > 0;
  const close = () => {
    setConfirmed(false);
    onClose();
  };
  return (
    <ReasonDialog
      open={open}
      danger
      possible={error === null}
      title={t('platform.suspendTitle', { name: to.org_name })}
      about={t('platform.suspendAbout')}
      hint={t('platform.suspendHint')}
      verb={t('platform.suspend')}
      done={t('platform.done.suspend')}
      run={async (reason) => {
        const body = { reason, confirm_open_cases: confirmed };
        await call(suspend, { params: { id: to.org_id }, body }, { quiet: true });
        await client.invalidateQueries({ queryKey: ['platform'] });
      }}
      onClose={close}
    >
      {() =>
        error ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : isPending ? (
          <Skeleton active paragraph={{ rows: 2 }} title={false} />
        ) : isWaiting ? (
          <div className={styles.waiting}>
            <Alert
              type="warning"
              showIcon
              role="alert"
              message={t('platform.openWork', {
                warnings: data.warnings,
                cases: data.cases,
                day: data.oldest === undefined ? '' : dateText(data.oldest),
              })}
            />
            <Checkbox checked={confirmed} onChange={(event) => setConfirmed(event.target.checked)}>
              {t('platform.confirmOpenWork')}
            </Checkbox>
          </div>
        ) : (
          <p className={`${styles.quiet} ${styles.waiting}`}>{t('platform.noOpenWork')}</p>
        )
      }
    </ReasonDialog>
  );
}

/** Resumes the service of an organisation. */
export function ResumeDialog({ open, to, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <ReasonDialog
      open={open}
      title={t('platform.resumeTitle', { name: to.org_name })}
      about={t('platform.resumeAbout')}
      hint={t('platform.resumeHint')}
      verb={t('platform.resume')}
      done={t('platform.done.resume')}
      run={async (reason) => {
        await call(resume, { params: { id: to.org_id }, body: { reason } }, { quiet: true });
        await client.invalidateQueries({ queryKey: ['platform'] });
      }}
      onClose={onClose}
    />
  );
}
