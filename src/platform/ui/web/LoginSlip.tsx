import { Alert, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { useUnloadGuard } from './leaving.ts';
import styles from './LoginSlip.module.css';

interface Props {
  /** States that the password is shown once, and for whom it is. */
  notice: string;
  login: string;
  password: string;
}

/** Login name and initial password, shown only once. */
export function LoginSlip({ notice, login, password }: Props) {
  const { t } = useTranslation();
  // A reload would lose the password.
  useUnloadGuard(() => true);
  return (
    <>
      <Alert type="warning" showIcon role="status" message={notice} />
      <dl className={styles.slip}>
        <dt>{t('common.loginName')}</dt>
        <dd>
          <Typography.Text copyable>{login}</Typography.Text>
        </dd>
        <dt>{t('common.password')}</dt>
        <dd>
          <Typography.Text copyable code>
            {password}
          </Typography.Text>
        </dd>
      </dl>
    </>
  );
}
