import { Alert, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { useUnloadGuard } from '../../../platform/ui/web/leaving.ts';
import type { Secret } from '../contract.ts';
import styles from './service-accounts.module.css';

/** A secret, shown only once. */
export function SecretSlip({ client_id, client_secret, expires_at }: Secret) {
  const { t } = useTranslation();
  // A reload would lose it.
  useUnloadGuard(() => true);
  return (
    <>
      <Alert
        type="warning"
        showIcon
        role="status"
        message={t('serviceAccount.once', { until: dateText(expires_at) })}
      />
      <dl className={styles.slip}>
        <dt>{t('serviceAccount.clientId')}</dt>
        <dd>
          <Typography.Text copyable>{client_id}</Typography.Text>
        </dd>
        <dt>{t('serviceAccount.secret')}</dt>
        <dd>
          <Typography.Text copyable code>
            {client_secret}
          </Typography.Text>
        </dd>
      </dl>
    </>
  );
}
