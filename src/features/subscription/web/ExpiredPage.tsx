import { LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Notice } from '../../../platform/ui/web/Notice.tsx';
import { ServiceSummary } from './ServiceSummary.tsx';
import styles from './ServicePage.module.css';

/** Replaces every application page of an organisation whose service has expired (`spec §1`). */
export function ExpiredPage({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <Notice
      picture={<LockOutlined className={styles.lock} />}
      title={t('stages.closedTitle', { page: title })}
      text={t('stages.closedText')}
      acts={
        <div className={styles.next}>
          <ServiceSummary />
          <Link to="/service-expiration-description">
            <Button type="primary">{t('layout.service_.explain')}</Button>
          </Link>
        </div>
      }
    />
  );
}
