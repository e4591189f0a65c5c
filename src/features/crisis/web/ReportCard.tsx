import { AlertOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { useService } from '../../../platform/session/web/service.ts';
import { openCrisisReport } from './crisis-dialogs.ts';
import styles from './report-card.module.css';

/** On the home page: reports a worry, for everyone who may report and has no list of warnings. */
export function ReportCard() {
  const { t } = useTranslation();
  const mayReport = useMay('crisis-report', 'report');
  const mayRead = useMay('crisis/warn', 'open');
  const expired = useService()?.stage === 'expired';
  if (!mayReport || mayRead || expired) return null;
  return (
    <div className={styles.card}>
      <p>{t('home.report')}</p>
      <div className={styles.acts}>
        <Button type="primary" danger icon={<AlertOutlined aria-hidden />} onClick={() => openCrisisReport()}>
          {t('layout.crisisReport')}
        </Button>
        <Link to="/warning/own-reports">{t('page.ownReports.title')}</Link>
      </div>
    </div>
  );
}
