import { Alert, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { useUnloadGuard } from '../../../platform/ui/web/leaving.ts';
import styles from './webhooks.module.css';

/** A secret, shown only once. */
export function SecretSlip({ secret }: { secret: string }) {
  const { t } = useTranslation();
  // A reload would lose it.
  useUnloadGuard(() => true);
  return (
    <>
      <Alert type="warning" showIcon role="status" message={t('webhook.once')} />
      <dl className={styles.slip}>
        <dt>{t('webhook.secret')}</dt>
        <dd>
          <Typography.Text copyable code>
            {secret}
          </Typography.Text>
        </dd>
      </dl>
    </>
  );
}
