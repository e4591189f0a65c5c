import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Popconfirm, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { Attachments } from '../../../platform/media/web/Attachments.tsx';
import { uploadedItem } from '../../../platform/media/web/use-uploads.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { childConsents, withdrawConsent } from '../contract/consents.ts';
import styles from './consent.module.css';

interface Props {
  id: string;
  name: string;
  mayWithdraw: boolean;
  onChanged: () => void;
}

/** The recorded consents of a student, latest first; the current consent can be withdrawn. */
export function ConsentHistory({ id, name, mayWithdraw, onChanged }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { data, error, refetch } = useQuery({
    queryKey: ['consents-of', id],
    queryFn: ({ signal }) => call(childConsents, { params: { id } }, { signal, quiet: true }),
    gcTime: 0,
  });
  const withdrawing = useMutation({
    mutationFn: () => call(withdrawConsent, { params: { id } }, { quiet: true }),
    onSuccess: () => {
      void message.success(t('consent.withdrawnNow'));
      void refetch();
      onChanged();
    },
  });
  const withdraw = useOnce(() => withdrawing.mutateAsync());
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  return (
    <section className={styles.history}>
      <h3>{t('consent.history')}</h3>
      {withdrawing.isError && (
        <Alert type="error" showIcon role="alert" message={failureOf(withdrawing.error).message} />
      )}
      {data.items.length === 0 && <p className={styles.none}>{t('consent.none')}</p>}
      <ul>
        {data.items.map(
          ({
            consent_id,
            guardian_name,
            relation,
            consented_on,
            how,
            text_version,
            recorded_at,
            recorded_by_name,
            withdrawn_at,
            attachments,
          }) => (
            <li key={consent_id}>
              {t('consent.entry', {
                relation: labelOf('guardian_relation', relation),
                guardian: guardian_name,
                day: consented_on,
              })}
              <small>
                {t('consent.by', {
                  how: labelOf('consent_how', how),
                  version: text_version,
                  at: dateText(recorded_at),
                  name: recorded_by_name,
                })}
                {withdrawn_at && `；${t('consent.withdrawn', { at: dateText(withdrawn_at) })}`}
              </small>
              <Attachments items={attachments.map(uploadedItem)} />
            </li>
          ),
        )}
      </ul>
      {mayWithdraw && (
        <Popconfirm
          title={t('consent.withdrawText', { name })}
          okText={t('consent.withdraw')}
          okButtonProps={{ danger: true }}
          cancelText={t('common.cancel')}
          onConfirm={withdraw}
        >
          <Button danger loading={withdrawing.isPending}>
            {t('consent.withdraw')}
          </Button>
        </Popconfirm>
      )}
    </section>
  );
}
