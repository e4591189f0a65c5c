import { Alert, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { useUnloadGuard } from '../../../platform/ui/web/leaving.ts';
import type { Secret } from '../contract.ts';
import styles from './service-accounts.module.css';

/** How a system signs in: with a secret, shown only once, or with the private key of a public key. */
export function SecretSlip({ client_id, client_secret, public_key, expires_at }: Secret) {
  const { t } = useTranslation();
  // A reload would lose it.
  useUnloadGuard(() => client_secret !== undefined);
  return (
    <>
      <Alert
        type={public_key ? 'success' : 'warning'}
        showIcon
        role="status"
        message={t(public_key ? 'serviceAccount.keySet' : 'serviceAccount.once', { until: dateText(expires_at) })}
      />
      <dl className={styles.slip}>
        <dt>{t('serviceAccount.clientId')}</dt>
        <dd>
          <Typography.Text copyable>{client_id}</Typography.Text>
        </dd>
        <dt>{t(public_key ? 'serviceAccount.keyOf' : 'serviceAccount.secret', { kind: public_key?.kind })}</dt>
        <dd>
          <Typography.Text copyable code>
            {public_key?.key_id ?? client_secret}
          </Typography.Text>
        </dd>
      </dl>
    </>
  );
}
